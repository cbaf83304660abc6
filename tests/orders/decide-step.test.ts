import { expect, test } from "vitest";
import { decideStep, type OrderState } from "~/orders/recompute-step.server";

const deciding = (of: Partial<OrderState>): OrderState => ({
  visits: [],
  linkSent: false,
  sourceStep: 4,
  stopped: false,
  step: 4,
  ...of,
});

test.each<[string, Partial<OrderState>, number, boolean]>([
  ["a new order takes step 1 from the order system", { sourceStep: 1 }, 1, false],
  ["a new order takes step 2 from the order system", { sourceStep: 2 }, 2, false],
  ["a new order takes step 3 from the order system", { sourceStep: 3 }, 3, false],
  ["a new order takes step 4 from the order system", { sourceStep: 4 }, 4, false],
  ["sending a link moves the order to step 5", { linkSent: true }, 5, false],
  [
    "a sent link means step 5 even if the order system still has step 1",
    { linkSent: true, sourceStep: 1 },
    5,
    false,
  ],
  ["a submitted visit means step 6", { visits: ["submitted"] }, 6, false],
  [
    "a submitted visit after a link means step 6",
    { visits: ["submitted"], linkSent: true, sourceStep: 1 },
    6,
    false,
  ],
  ["a pending visit means step 6", { visits: ["pending"] }, 6, false],
  ["a confirmed visit means step 7", { visits: ["confirmed"], linkSent: true }, 7, false],
  [
    "canceling the visit returns the order to step 5 if a link was sent",
    { visits: ["cancelled"], linkSent: true, step: 6 },
    5,
    false,
  ],
  [
    "canceling the visit without a link returns the order to the order system's step",
    { visits: ["cancelled"], sourceStep: 3, step: 7 },
    3,
    false,
  ],
  [
    "a no-show returns the order to step 5 if a link was sent",
    { visits: ["no show"], linkSent: true, step: 7 },
    5,
    false,
  ],
  [
    "a no-show returns the order to step 5 even if no link was sent",
    { visits: ["no show"], sourceStep: 3, step: 7 },
    5,
    false,
  ],
  [
    "the active visit determines the step, and canceled visits are ignored",
    { visits: ["cancelled", "submitted"] },
    6,
    false,
  ],
  ["a completed visit closes the order in its current step", { visits: ["completed"], step: 7 }, 7, true],
  [
    "a completed visit closes the order even if the order system has a different step",
    { visits: ["completed"], step: 7, sourceStep: 2 },
    7,
    true,
  ],
  ["another visit reopens a closed order", { visits: ["completed", "submitted"], step: 7 }, 6, false],
  ["a stopped order closes in its current step", { stopped: true, sourceStep: 3, step: 3 }, 3, true],
  [
    "a stopped order stays open while a visit is upcoming",
    { stopped: true, visits: ["confirmed"] },
    7,
    false,
  ],
  [
    "a stopped order closes once its visit is canceled",
    { stopped: true, visits: ["cancelled"], linkSent: true, step: 7 },
    5,
    true,
  ],
  [
    "a stopped order closes once its visit is completed",
    { stopped: true, visits: ["completed"], step: 7 },
    7,
    true,
  ],
])("%s", (_sentence, of, step, closed) => {
  expect(decideStep(deciding(of))).toEqual({ step, closed });
});
