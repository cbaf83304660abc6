import fc from "fast-check";
import { expect } from "vitest";
import { type Clinic, outcomeOf, shownBy, stateOf, waits } from "./clinic";
import type { Action } from "./schedule-model";

const order = fc.nat(3);
const therapist = fc.nat(1);
const visit = fc.nat(5);
const date = fc.nat(3);
// Most times are on one morning, so that actions conflict.
const at = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 8, max: 15 }) },
  { weight: 2, arbitrary: fc.nat(31) },
);
const constant = <Name extends Action["type"]>(name: Name) => fc.constant(name);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        type: constant("book"),
        by: fc.constantFrom("patient" as const, "staff" as const),
        order,
        with: therapist,
        at,
        key: fc.nat(2),
      },
      { requiredKeys: ["type", "by", "order", "with", "at"] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ type: constant("move-mine"), order, with: therapist, at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: constant("move"),
      visit,
      at,
      long: fc.boolean(),
      stale: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
      hold: fc.boolean(),
    }),
  },
  fc.record({ type: constant("undo"), visit }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom("confirm" as const, "complete" as const, "cancel" as const),
      visit,
    }),
  },
  fc.record({ type: constant("cancel-mine"), order }),
  fc.record({
    type: constant("generate"),
    with: therapist,
    date,
    interval: fc.constantFrom(15 as const, 30 as const),
    replace: fc.boolean(),
  }),
  fc
    .tuple(therapist, date, fc.nat(6), fc.integer({ min: 1, max: 4 }))
    .map(([of, on, from, span]) => ({ type: "remove" as const, with: of, date: on, from, to: from + span })),
  fc.record({ type: constant("remove-one"), with: therapist, at }),
  fc.record({ type: constant("wait"), for: fc.constantFrom(...waits) }),
);

export const history = fc.array(action, { minLength: 5, maxLength: 25, size: "max" });

const book = (by: "patient" | "staff", order: number, with_: number, at: number): Action => ({
  type: "book",
  by,
  order,
  with: with_,
  at,
});
const moved = { stale: false, hold: false, long: false };

/** Histories that always run first, each testing one rule. */
export const fixedHistories: Action[][] = [
  // A visit lasts 45 minutes, and the therapist's next visit starts after it.
  [book("staff", 0, 1, 8), book("staff", 1, 1, 9), book("staff", 1, 1, 11)],
  [book("staff", 0, 1, 8), book("staff", 1, 1, 12), { type: "move", visit: 1, at: 9, ...moved }],
  // A full day is full for patients but not for staff.
  [book("patient", 0, 0, 8), book("patient", 1, 0, 12), book("staff", 1, 0, 12)],
  // The first bookable time is two hours ahead. Times 60 days ahead can't be booked.
  [book("patient", 0, 1, 2), book("patient", 0, 1, 4), book("patient", 1, 1, 24)],
  [book("patient", 0, 1, 8), { type: "wait", for: 3_600_000 }, { type: "cancel-mine", order: 0 }],
  [
    book("patient", 0, 1, 8),
    { type: "wait", for: 11 * 3_600_000 },
    { type: "cancel-mine", order: 0 },
    { type: "move-mine", order: 0, with: 1, at: 12 },
  ],
  // A visit moved to another therapist is unconfirmed again.
  [
    book("patient", 0, 1, 8),
    { type: "confirm", visit: 0 },
    { type: "move-mine", order: 0, with: 0, at: 10 },
    { type: "complete", visit: 0 },
  ],
  // A slot that was kept only for a visit is deleted with the visit.
  [
    book("patient", 0, 1, 8),
    { type: "remove", with: 1, date: 1, from: 0, to: 8 },
    { type: "cancel", visit: 0 },
  ],
  // An idempotency key creates one visit. A canceled time can be booked again with another key.
  [
    { ...book("patient", 0, 1, 8), key: 1 } as Action,
    { type: "cancel", visit: 0 },
    { ...book("patient", 0, 1, 8), key: 1 } as Action,
    { ...book("patient", 0, 1, 10), key: 1 } as Action,
    { ...book("patient", 0, 1, 8), key: 2 } as Action,
  ],
  // Moving a visit to its current time succeeds, even when it starts too soon to change.
  [
    { type: "wait", for: 12 * 3_600_000 },
    book("patient", 0, 0, 8),
    { type: "move-mine", order: 0, with: 0, at: 8 },
  ],
  // A move can be undone until its notices are sent.
  [
    book("staff", 0, 1, 8),
    { type: "move", visit: 0, at: 12, stale: false, hold: true, long: true },
    book("staff", 1, 1, 8),
    { type: "undo", visit: 0 },
    { type: "cancel", visit: 1 },
    { type: "undo", visit: 0 },
  ],
];

/** Runs a history and compares the clinic with the model after every action. */
export async function checkHistory(
  clinic: Clinic,
  actions: Action[],
  perform: (clinic: Clinic, action: Action) => Promise<void>,
): Promise<void> {
  const { model } = clinic;
  let before = await stateOf(clinic);
  for (const [number, each] of actions.entries()) {
    const label = `action ${number}: ${JSON.stringify(each)}`;
    const whyNot = model.whyNot(each);
    const outcome = await outcomeOf(perform(clinic, each));
    if (whyNot.length > 0) expect(whyNot, label).toContain(outcome);
    else expect(outcome, label).toBe("done");
    const sendsNotice = whyNot.length === 0 && model.perform(each);
    const after = await stateOf(clinic);
    expect(after.shown, label).toEqual(shownBy(model));
    expect(after.notices > before.notices, `${label} sends notices`).toBe(sendsNotice);
    before = after;
  }
}

/** fast-check settings. Set `SEED` and `RUNS` to choose the histories and their number. A failure prints its seed. */
export const runSettings = (runs: number) => ({
  seed: Number(process.env.SEED ?? 2026),
  numRuns: Number(process.env.RUNS ?? runs),
});
