import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { scratchApp } from "../support/scratch";
import { type ClinicApp, openClinic, perform } from "./clinic";
import { follow, history, kept, running } from "./histories";
import type { Act } from "./schedule-model";

type Perform = typeof perform;

const histories = (app: ClinicApp, by: Perform = perform) =>
  fc.asyncProperty(history, async (acts) => follow(await openClinic(app), acts, by));

test("random histories of visits and slots match the specification", async () => {
  await fc.assert(histories(scratchApp()), {
    ...running(15),
    examples: kept.map((acts) => [acts] as [Act[]]),
  });
});

const run = (statement: string) => (app: ClinicApp) => sql.raw(statement).execute(app.db);
/** Sends the product different input than the act. */
const saying =
  (change: (act: Act) => Act): Perform =>
  (clinic, act) =>
    perform(clinic, change(act));

// Typical programming faults. Each must be noticed, or the model doesn't check that rule.
test.each<
  [
    fault: string,
    spoil: ((app: ClinicApp) => unknown) | null,
    by?: Perform,
    environment?: Record<string, string>,
  ]
>([
  ["overlaps are allowed when visits are moved", run("drop trigger visits_never_overlap_when_changed")],
  [
    "visits take half an hour",
    run(`create trigger short after insert on visits begin
      update visits set end_at = start_at + 1800000 where id = new.id; end`),
  ],
  [
    "one visit more than a therapist's day holds",
    run(
      "create trigger more after insert on therapists begin update therapists set daily_capacity = new.daily_capacity + 1 where id = new.id; end",
    ),
  ],
  ["times within an hour can be booked", null, perform, { BOOKING_LEAD_HOURS: "1" }],
  ["times beyond the horizon can be booked", null, perform, { BOOKING_HORIZON_DAYS: "61" }],
  ["patients change visits that are too near", null, perform, { PATIENT_CHANGE_HOURS: "12" }],
  [
    "a repeated booking forgets its key",
    null,
    saying((act) => (act.act === "book" ? { ...act, key: undefined } : act) as Act),
  ],
  [
    "moves by those who saw an old visit are taken",
    null,
    saying((act) => (act.act === "move" ? { ...act, stale: false } : act)),
  ],
  [
    "move notices are sent immediately",
    null,
    saying((act) => (act.act === "move" ? { ...act, hold: false } : act)),
  ],
  [
    "a visit given to another therapist stays confirmed",
    run(`create trigger kept after update of therapist_id on visits
      when old.status = 'confirmed' and new.therapist_id <> old.therapist_id begin
      update visits set status = 'confirmed' where id = new.id; end`),
  ],
  [
    "a change keeps its version",
    run(
      "create trigger same after update of version on visits begin update visits set version = old.version where id = new.id; end",
    ),
  ],
  [
    "an order stays in its step",
    run("create trigger still before update of step on orders begin select raise(ignore); end"),
  ],
  ["what only a visit kept on offer stays after it", run("drop trigger slots_go_with_their_visit")],
  [
    "the hour after a range is removed too",
    null,
    saying((act) => (act.act === "remove" ? { ...act, to: act.to + 1 } : act)),
  ],
  [
    "slots are added under visits",
    run(`create trigger under after insert on visits begin
      insert or ignore into slots (therapist_id, start_at, local_date)
      values (new.therapist_id, new.start_at + 900000, new.local_date); end`),
  ],
  [
    "a cancellation is not announced",
    run(
      "create trigger silent before insert on outbox when new.kind = 'visit-cancelled' begin select raise(ignore); end",
    ),
  ],
  [
    "a confirmation is missing from the audit log",
    run(
      "create trigger unseen before insert on audit_log when new.action = 'visit.confirmed' begin select raise(ignore); end",
    ),
  ],
  [
    "a wait lasts longer than its act",
    null,
    async (clinic, act) => {
      await perform(clinic, act);
      if (act.act === "wait") clinic.app.clock.advance(30 * minute);
    },
  ],
])("the model notices that %s", async (_fault, spoil, by = perform, environment = {}) => {
  const app = scratchApp(environment);
  await spoil?.(app);
  const found = await fc.check(histories(app, by), {
    ...running(300),
    examples: kept.map((acts) => [acts] as [Act[]]),
    endOnFailure: true,
  });
  expect(found.failed).toBe(true);
});
