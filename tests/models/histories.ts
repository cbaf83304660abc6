import fc from "fast-check";
import { expect } from "vitest";
import { type Clinic, outcomeOf, shownBy, stateOf, waits } from "./clinic";
import type { Act } from "./schedule-model";

const order = fc.nat(3);
const therapist = fc.nat(1);
const visit = fc.nat(5);
const date = fc.nat(3);
// Most histories are about one morning, so that acts conflict.
const at = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 8, max: 15 }) },
  { weight: 2, arbitrary: fc.nat(31) },
);
const kind = <Name extends Act["act"]>(name: Name) => fc.constant(name);

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        act: kind("book"),
        by: fc.constantFrom("patient" as const, "staff" as const),
        order,
        with: therapist,
        at,
        key: fc.nat(2),
      },
      { requiredKeys: ["act", "by", "order", "with", "at"] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ act: kind("move-mine"), order, with: therapist, at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: kind("move"),
      visit,
      at,
      long: fc.boolean(),
      stale: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
      hold: fc.boolean(),
    }),
  },
  fc.record({ act: kind("undo"), visit }),
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom("confirm" as const, "complete" as const, "cancel" as const),
      visit,
    }),
  },
  fc.record({ act: kind("cancel-mine"), order }),
  fc.record({
    act: kind("generate"),
    with: therapist,
    date,
    interval: fc.constantFrom(15 as const, 30 as const),
    afresh: fc.boolean(),
  }),
  fc
    .tuple(therapist, date, fc.nat(6), fc.integer({ min: 1, max: 4 }))
    .map(([of, on, from, span]) => ({ act: "remove" as const, with: of, date: on, from, to: from + span })),
  fc.record({ act: kind("remove-one"), with: therapist, at }),
  fc.record({ act: kind("wait"), for: fc.constantFrom(...waits) }),
);

export const history = fc.array(act, { minLength: 5, maxLength: 25, size: "max" });

const book = (by: "patient" | "staff", order: number, with_: number, at: number): Act => ({
  act: "book",
  by,
  order,
  with: with_,
  at,
});
const moved = { stale: false, hold: false, long: false };

/** Histories that are always tried first: the most useful ones, each for one rule. */
export const kept: Act[][] = [
  // A visit lasts 45 minutes, and the next one of its therapist begins after it.
  [book("staff", 0, 1, 8), book("staff", 1, 1, 9), book("staff", 1, 1, 11)],
  [book("staff", 0, 1, 8), book("staff", 1, 1, 12), { act: "move", visit: 1, at: 9, ...moved }],
  // A full day is full for patients but not for staff.
  [book("patient", 0, 0, 8), book("patient", 1, 0, 12), book("staff", 1, 0, 12)],
  // Two hours ahead is the first time that can be booked, sixty days ahead the first that can't.
  [book("patient", 0, 1, 2), book("patient", 0, 1, 4), book("patient", 1, 1, 24)],
  [book("patient", 0, 1, 8), { act: "wait", for: 3_600_000 }, { act: "cancel-mine", order: 0 }],
  [
    book("patient", 0, 1, 8),
    { act: "wait", for: 11 * 3_600_000 },
    { act: "cancel-mine", order: 0 },
    { act: "move-mine", order: 0, with: 1, at: 12 },
  ],
  // Another therapist has not confirmed anything.
  [
    book("patient", 0, 1, 8),
    { act: "confirm", visit: 0 },
    { act: "move-mine", order: 0, with: 0, at: 10 },
    { act: "complete", visit: 0 },
  ],
  // A slot kept only for a visit disappears with it.
  [
    book("patient", 0, 1, 8),
    { act: "remove", with: 1, date: 1, from: 0, to: 8 },
    { act: "cancel", visit: 0 },
  ],
  // A key makes one visit, and a cancelled time can be booked again under another.
  [
    { ...book("patient", 0, 1, 8), key: 1 } as Act,
    { act: "cancel", visit: 0 },
    { ...book("patient", 0, 1, 8), key: 1 } as Act,
    { ...book("patient", 0, 1, 10), key: 1 } as Act,
    { ...book("patient", 0, 1, 8), key: 2 } as Act,
  ],
  // A repeated move to the visit's own time succeeds, even when it starts too soon to change.
  [
    { act: "wait", for: 12 * 3_600_000 },
    book("patient", 0, 0, 8),
    { act: "move-mine", order: 0, with: 0, at: 8 },
  ],
  // A move can be undone until its notices are sent.
  [
    book("staff", 0, 1, 8),
    { act: "move", visit: 0, at: 12, stale: false, hold: true, long: true },
    book("staff", 1, 1, 8),
    { act: "undo", visit: 0 },
    { act: "cancel", visit: 1 },
    { act: "undo", visit: 0 },
  ],
];

/** Runs a history and compares the clinic with the model after every act. */
export async function follow(
  clinic: Clinic,
  acts: Act[],
  perform: (clinic: Clinic, act: Act) => Promise<void>,
): Promise<void> {
  const { model } = clinic;
  let before = await stateOf(clinic);
  for (const [number, each] of acts.entries()) {
    const label = `act ${number}: ${JSON.stringify(each)}`;
    const whyNot = model.whyNot(each);
    const outcome = await outcomeOf(perform(clinic, each));
    if (whyNot.length > 0) expect(whyNot, label).toContain(outcome);
    else expect(outcome, label).toBe("done");
    const news = whyNot.length === 0 && model.perform(each);
    const after = await stateOf(clinic);
    expect(after.shown, label).toEqual(shownBy(model));
    expect(after.notices > before.notices, `${label} sends notices`).toBe(news);
    before = after;
  }
}

/** The properties' settings: `SEED` and `RUNS` choose which histories and how many; a failure prints its seed. */
export const running = (runs: number) => ({
  seed: Number(process.env.SEED ?? 2026),
  numRuns: Number(process.env.RUNS ?? runs),
});
