import { expect, test } from "vitest";
import { decideStep, type OrderState } from "~/orders/decide-step";

const deciding = (of: Partial<OrderState>): OrderState => ({
  visits: [],
  linkSent: false,
  sourceStep: 4,
  stopped: false,
  step: 4,
  ...of,
});

test.each<[string, Partial<OrderState>, number, boolean]>([
  ["a new order stands where the order system says", { sourceStep: 1 }, 1, false],
  ["… 2", { sourceStep: 2 }, 2, false],
  ["… 3", { sourceStep: 3 }, 3, false],
  ["… 4", { sourceStep: 4 }, 4, false],
  ["a link that was sent puts it into step 5", { linkSent: true }, 5, false],
  ["… however early the order system thinks it is", { linkSent: true, sourceStep: 1 }, 5, false],
  ["a visit that was asked for is step 6", { visits: ["submitted"] }, 6, false],
  ["… with a link or without", { visits: ["submitted"], linkSent: true, sourceStep: 1 }, 6, false],
  ["a pending one too", { visits: ["pending"] }, 6, false],
  ["a confirmed one is step 7", { visits: ["confirmed"], linkSent: true }, 7, false],
  ["a cancelled one falls back to the link", { visits: ["cancelled"], linkSent: true, step: 6 }, 5, false],
  ["… or to the order system", { visits: ["cancelled"], sourceStep: 3, step: 7 }, 3, false],
  ["one that was missed as well", { visits: ["no show"], linkSent: true, step: 7 }, 5, false],
  ["… and a missed one without a link", { visits: ["no show"], sourceStep: 3, step: 7 }, 5, false],
  ["the visit ahead counts, not those before", { visits: ["cancelled", "submitted"] }, 6, false],
  ["a completed visit closes the order in its step", { visits: ["completed"], step: 7 }, 7, true],
  ["… even if the order system continues", { visits: ["completed"], step: 7, sourceStep: 2 }, 7, true],
  ["another visit opens it again", { visits: ["completed", "submitted"], step: 7 }, 6, false],
  ["a stopped order closes in its step", { stopped: true, sourceStep: 3, step: 3 }, 3, true],
  ["… not while a visit lies ahead", { stopped: true, visits: ["confirmed"] }, 7, false],
  [
    "… and once that is cancelled",
    { stopped: true, visits: ["cancelled"], linkSent: true, step: 7 },
    5,
    true,
  ],
  ["… or completed", { stopped: true, visits: ["completed"], step: 7 }, 7, true],
])("%s", (_sentence, of, step, closed) => {
  expect(decideStep(deciding(of))).toEqual({ step, closed });
});
