import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { declineOffer } from "~/offers/decline-offer.server";
import { fewOf } from "../support/cases";
import { sending } from "../support/offers";
import { scratchApp } from "../support/scratch";
import { runSettings } from "./histories";
import type { Action } from "./offers-model";
import { fixedHistories, histories, perform } from "./waitlist";

const examples = fixedHistories.map((actions) => [actions] as [Action[]]);

test("random histories of earlier-time requests, waves, and replies match the specification", async () => {
  const app = scratchApp(sending);
  await fc.assert(histories(app), { ...runSettings(8), examples });
});

/** Performs a modified action instead of the original one. */
const withChange =
  (change: (action: Action) => Action): typeof perform =>
  (world, action) =>
    perform(world, change(action));

// Typical bugs. If the model misses one, it doesn't check that rule.
test.each<
  [fault: string, statement: string | null, by?: typeof perform, environment?: Record<string, string>]
>(
  fewOf([
    ["offers for a booked time stay open", "drop trigger booked_times_are_not_offered"],
    [
      "offers for a time stay open after another visit moves to it",
      "drop trigger moved_to_times_are_not_offered",
    ],
    ["offers for a removed time stay open", "drop trigger offers_end_with_their_time"],
    ["offers stay open after the patient's visit moves", "drop trigger offers_end_with_their_visit"],
    ["offers stay open after staff turn offers off", "drop trigger offers_end_when_switched_off"],
    ["offers are sent at night", null, perform, { QUIET_HOURS: "off" }],
    [
      "patients are offered the time they moved away from",
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
      "the preferred part of the day is ignored",
      null,
      withChange((action) => (action.type === "wish" ? { ...action, part: "any" } : action)),
    ],
    [
      "preferred weekdays are ignored",
      null,
      withChange((action) => (action.type === "wish" ? { ...action, weekday: 0 } : action)),
    ],
    [
      "the minimum notice is ignored",
      null,
      withChange((action) => (action.type === "wish" ? { ...action, notice: 0 } : action)),
    ],
    [
      "opt-outs are ignored",
      null,
      withChange((action) => (action.type === "opt-out" ? { type: "wait", for: 0 } : action)),
    ],
    [
      "a declined offer can be accepted",
      null,
      async (world, action) => {
        if (action.type === "decline") await declineOffer(world.app, "unknown", null).catch(() => {});
        else await perform(world, action);
      },
    ],
    ["a patient still waits after a booking", "drop trigger waits_end_with_a_visit"],
    ["a patient whom nothing can reach still waits", "drop trigger waits_end_with_texts"],
    ["an offer outlives the wait", "drop trigger offers_end_with_their_wait"],
    [
      "patients without a visit come after those with one",
      "create trigger late after insert on waits begin update orders set referral_at = new.asked_at where id = new.order_id; end",
    ],
    [
      "nobody calls a patient who answers no offer",
      "create trigger calm_waits after insert on offers when new.visit_start is null begin update waits set call_asked_at = new.sent_at + 1 where order_id = new.order_id; end",
    ],
    [
      "a patient waits beyond their last day",
      null,
      withChange((action) => (action.type === "ask" ? { ...action, days: action.days + 5 } : action)),
    ],
    [
      "a patient without a visit declines in vain",
      "create trigger kept after update of status on offers when new.status = 'declined' and new.visit_start is null begin update offers set status = 'open' where id = new.id; end",
    ],
    [
      "urgent orders have no priority",
      "create trigger calm after insert on orders begin update orders set urgent = 0 where id = new.id; end",
    ],
  ]),
)("the model detects that %s", async (_fault, statement, by, environment) => {
  const app = scratchApp({ ...sending, ...environment });
  if (statement) await sql.raw(statement).execute(app.db);
  const found = await fc.check(histories(app, by), { ...runSettings(60), examples, endOnFailure: true });
  expect(found.failed).toBe(true);
});
