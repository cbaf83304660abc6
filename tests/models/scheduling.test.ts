import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { cases, fewOf } from "../support/cases";
import { scratchApp } from "../support/scratch";
import { type ClinicApp, openClinic, perform } from "./clinic";
import { checkHistory, fixedHistories, history, runSettings } from "./histories";
import type { Action } from "./schedule-model";

type Perform = typeof perform;

const histories = (app: ClinicApp, by: Perform = perform) =>
  fc.asyncProperty(history, async (actions) => checkHistory(await openClinic(app), actions, by));

test("random histories of visits and slots match the specification", async () => {
  await fc.assert(histories(scratchApp()), {
    ...runSettings(cases(11, 15)),
    examples: fixedHistories.map((actions) => [actions] as [Action[]]),
  });
});

const run = (statement: string) => (app: ClinicApp) => sql.raw(statement).execute(app.db);
/** Performs a modified action instead of the original one. */
const withChange =
  (change: (action: Action) => Action): Perform =>
  (clinic, action) =>
    perform(clinic, change(action));

// Typical bugs. If the model misses one, it doesn't check that rule.
test.each<
  [
    fault: string,
    injectFault: ((app: ClinicApp) => unknown) | null,
    by?: Perform,
    environment?: Record<string, string>,
  ]
>(
  fewOf([
    ["moved visits can overlap", run("drop trigger visits_never_overlap_when_changed")],
    [
      "visits last half an hour",
      run(`create trigger short after insert on visits begin
      update visits set end_at = start_at + 1800000 where id = new.id; end`),
    ],
    [
      "a therapist gets one more visit than the daily capacity",
      run(
        "create trigger more after insert on therapists begin update therapists set daily_capacity = new.daily_capacity + 1 where id = new.id; end",
      ),
    ],
    ["patients can book a time one hour ahead", null, perform, { BOOKING_LEAD_HOURS: "1" }],
    ["patients can book too far ahead", null, perform, { BOOKING_HORIZON_DAYS: "61" }],
    ["patients can change a visit too late", null, perform, { PATIENT_CHANGE_HOURS: "12" }],
    [
      "a repeated booking ignores its idempotency key",
      null,
      withChange((action) => (action.type === "book" ? { ...action, key: undefined } : action) as Action),
    ],
    [
      "a move based on an old version of the visit succeeds",
      null,
      withChange((action) => (action.type === "move" ? { ...action, stale: false } : action)),
    ],
    [
      "notices for held moves are sent immediately",
      null,
      withChange((action) => (action.type === "move" ? { ...action, hold: false } : action)),
    ],
    [
      "a visit reassigned to another therapist stays confirmed",
      run(`create trigger kept after update of therapist_id on visits
      when old.status = 'confirmed' and new.therapist_id <> old.therapist_id begin
      update visits set status = 'confirmed' where id = new.id; end`),
    ],
    [
      "a change doesn't increase the version",
      run(
        "create trigger same after update of version on visits begin update visits set version = old.version where id = new.id; end",
      ),
    ],
    [
      "an order's step never changes",
      run("create trigger still before update of step on orders begin select raise(ignore); end"),
    ],
    [
      "a slot kept only for a visit isn't deleted with the visit",
      run("drop trigger slots_go_with_their_visit"),
    ],
    [
      "removing a range also removes the next slot",
      null,
      withChange((action) => (action.type === "remove" ? { ...action, to: action.to + 1 } : action)),
    ],
    [
      "slots are added during visits",
      run(`create trigger under after insert on visits begin
      insert or ignore into slots (therapist_id, start_at, local_date)
      values (new.therapist_id, new.start_at + 900000, new.local_date); end`),
    ],
    [
      "a cancellation sends no notice",
      run(
        "create trigger silent before insert on outbox when new.kind = 'visit-cancelled' begin select raise(ignore); end",
      ),
    ],
    [
      "a confirmation isn't in the audit log",
      run(
        "create trigger unseen before insert on audit_log when new.action = 'visit.confirmed' begin select raise(ignore); end",
      ),
    ],
    [
      "the clock runs ahead",
      null,
      async (clinic, action) => {
        await perform(clinic, action);
        if (action.type === "wait") clinic.app.clock.advance(30 * minute);
      },
    ],
  ]),
)("the model detects that %s", async (_fault, injectFault, by = perform, environment = {}) => {
  const app = scratchApp(environment);
  await injectFault?.(app);
  const found = await fc.check(histories(app, by), {
    ...runSettings(300),
    examples: fixedHistories.map((actions) => [actions] as [Action[]]),
    endOnFailure: true,
  });
  expect(found.failed).toBe(true);
});
