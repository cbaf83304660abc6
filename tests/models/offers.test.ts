import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { declineOffer } from "~/offers/decline-offer.server";
import { scratchApp } from "../support/scratch";
import { running } from "./histories";
import type { Act } from "./offers-model";
import { histories, kept, perform } from "./waitlist";

const examples = kept.map((acts) => [acts] as [Act[]]);

test("random histories of wishes, waves and answers match the specification", async () => {
  const app = scratchApp();
  await fc.assert(histories(app), { ...running(8), examples });
});

/** Sends the product different input than the act. */
const saying =
  (change: (act: Act) => Act): typeof perform =>
  (world, act) =>
    perform(world, change(act));

// Typical programming faults. Each must be noticed, or the model doesn't check that rule.
test.each<
  [fault: string, statement: string | null, by?: typeof perform, environment?: Record<string, string>]
>([
  ["offers of a booked time stay open", "drop trigger booked_times_are_not_offered"],
  ["offers of a time that another visit moved to stay open", "drop trigger moved_to_times_are_not_offered"],
  ["offers of a closed time stay open", "drop trigger offers_end_with_their_time"],
  ["offers of a moved visit stay open", "drop trigger offers_end_with_their_visit"],
  ["offers stay open when they are switched off", "drop trigger offers_end_when_switched_off"],
  ["offers go out at night", null, perform, { QUIET_HOURS: "off" }],
  [
    "the time that a patient left is offered to the patient",
    "create trigger lost after insert on freed_times begin update freed_times set left_by = null where left_by is not null; end",
  ],
  [
    "a wave waits an hour",
    "create trigger slow after update of next_wave_at on freed_times when new.wave > old.wave begin update freed_times set next_wave_at = new.next_wave_at + 1800000 where therapist_id = new.therapist_id and start_at = new.start_at; end",
  ],
  [
    "an offer lasts two days",
    "create trigger long after insert on offers begin update offers set expires_at = new.expires_at + 86400000 where id = new.id; end",
  ],
  [
    "parts of the day are ignored",
    null,
    saying((act) => (act.act === "wish" ? { ...act, part: "any" } : act)),
  ],
  ["weekdays are ignored", null, saying((act) => (act.act === "wish" ? { ...act, weekday: 0 } : act))],
  ["the notice is ignored", null, saying((act) => (act.act === "wish" ? { ...act, notice: 0 } : act))],
  ["opt-outs are ignored", null, saying((act) => (act.act === "stop" ? { act: "wait", for: 0 } : act))],
  [
    "a declined offer can be taken",
    null,
    async (world, act) => {
      if (act.act === "keep") await declineOffer(world.app, "unknown", null).catch(() => {});
      else await perform(world, act);
    },
  ],
  [
    "urgent orders wait like others",
    "create trigger calm after insert on orders begin update orders set urgent = 0 where id = new.id; end",
  ],
])("the model notices that %s", async (_fault, statement, by, environment) => {
  const app = scratchApp(environment);
  if (statement) await sql.raw(statement).execute(app.db);
  const found = await fc.check(histories(app, by), { ...running(60), examples, endOnFailure: true });
  expect(found.failed).toBe(true);
});
