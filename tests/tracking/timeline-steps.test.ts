import { expect, test } from "vitest";
import { day, hour, iso } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { recomputeStep } from "~/orders/recompute-step.server";
import { findTimeline } from "~/tracking/find-timeline.server";
import { type OrderProgress, timelineOf, waitingOn } from "~/tracking/timeline-steps";
import { insertSubmittedStep } from "~/tracking/ui/timeline";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedTherapist, seedVisit } from "../support/seed";

const progress = (step: number, fields: Partial<OrderProgress> = {}): OrderProgress => ({
  step,
  stepAt: 1000 * step,
  closed: false,
  stopped: false,
  entries: Array.from({ length: step }, (_, index) => ({ step: index + 1, reached_at: 1000 * (index + 1) })),
  sentAt: step >= 5 ? 5000 : null,
  isLinkUnsent: false,
  submittedAt: step >= 6 ? 6000 : null,
  confirmedAt: step === 7 ? 7000 : null,
  ...fields,
});

const symbols = (of: OrderProgress) =>
  timelineOf(of)
    .map(({ done, current }) => (done ? "✓" : current ? "•" : "○"))
    .join("");

test.each([
  [1, "•○○○○○○", "us"],
  [2, "✓•○○○○○", "your doctor"],
  [3, "✓✓•○○○○", "your insurer"],
  [4, "✓✓✓•○○○", "us"],
  [5, "✓✓✓✓✓•○", "you"],
  [6, "✓✓✓✓✓✓•", "us"],
  [7, "✓✓✓✓✓✓✓", null],
])("an order in step %i shows %s and is waiting on %s", (step, flags, who) => {
  expect(symbols(progress(step))).toBe(flags);
  expect(waitingOn(progress(step))).toBe(who);
});

test("a closed order is complete and isn't waiting on anyone", () => {
  expect(symbols(progress(7, { closed: true }))).toBe("✓✓✓✓✓✓✓");
  expect(waitingOn(progress(5, { closed: true }))).toBeNull();
});

test.each([
  [2, "✓○○○○○○"],
  [4, "✓✓✓○○○○"],
  [5, "✓✓✓✓✓○○"],
])("an order stopped in step %i keeps its completed steps and isn't waiting on anyone", (step, flags) => {
  expect(symbols(progress(step, { closed: true, stopped: true }))).toBe(flags);
  expect(waitingOn(progress(step, { closed: true, stopped: true }))).toBeNull();
});

test("the steps have a fixed order, and the last three have labels for patients", () => {
  expect(timelineOf(progress(1)).map((step) => step.label)).toEqual([
    "Sleep Intake QA",
    "Referral Received",
    "Obtaining Pre-Auth",
    "Ready to Schedule",
    "Self-scheduling link sent",
    "Setup time submitted",
    "Setup scheduled",
  ]);
});

test("a step ends when the next one starts", () => {
  const times = timelineOf(progress(3)).map((step) => [step.startedAt, step.completedAt]);
  expect(times).toEqual([
    [1000, 2000],
    [2000, 3000],
    [3000, null],
    [null, null],
    [null, null],
    [null, null],
    [null, null],
  ]);
});

test("the step that the patient is waiting for starts when the previous step ends", () => {
  const submitted = timelineOf(progress(5))[5];
  expect([submitted?.startedAt, submitted?.completedAt]).toEqual([5000, null]);
  const scheduled = timelineOf(progress(6))[6];
  expect([scheduled?.startedAt, scheduled?.completedAt]).toEqual([6000, null]);
  const confirmed = timelineOf(progress(7));
  expect(confirmed.slice(4).map((step) => step.completedAt)).toEqual([5000, 6000, 7000]);
});

test("the time in the current step restarts after a cancellation", () => {
  const reopened = progress(5, {
    stepAt: 9000,
    entries: [
      { step: 4, reached_at: 4000 },
      { step: 5, reached_at: 5000 },
      { step: 6, reached_at: 6000 },
      { step: 5, reached_at: 9000 },
    ],
  });
  expect(symbols(reopened)).toBe("✓✓✓✓✓•○");
  expect(timelineOf(reopened)[5]?.startedAt).toBe(9000);
  // The link was sent before the step restarted, and no step ends before it starts.
  expect(timelineOf(reopened)[4]).toMatchObject({ startedAt: 5000, completedAt: 5000 });
  const early = timelineOf({ ...reopened, sentAt: 4500 });
  expect(early[4]).toMatchObject({ startedAt: 4500, completedAt: 4500 });
});

test("steps without history have no times", () => {
  expect(timelineOf(progress(4, { entries: [] }))[0]).toMatchObject({
    done: true,
    startedAt: null,
    completedAt: null,
  });
});

test("an order that was imported in a later step has no times for its earlier steps", () => {
  const imported = timelineOf(progress(4, { entries: [{ step: 4, reached_at: 4000 }] }));
  expect(imported.map((step) => [step.done, step.startedAt, step.completedAt])).toEqual([
    [true, null, null],
    [true, null, null],
    [true, null, null],
    [false, 4000, null],
    [false, null, null],
    [false, null, null],
    [false, null, null],
  ]);
});

test("an order is tracked from import to a confirmed visit", async () => {
  const app = scratchApp();
  const referral = app.clock.now() - 30 * day;
  const order = await seedOrder(app, { patient_id: 77, referral_at: referral });
  const therapist = await seedTherapist(app);
  expect(await findTimeline(app, order.id)).toMatchObject({
    ok: true,
    patient_id: 77,
    sales_order_no: order.sales_order_no,
    start_at: iso(referral),
    referral_at: iso(referral),
    recdate: null,
    appointment: null,
    waiting_on: "us",
  });

  const sent = app.clock.now();
  await generateCode(app, operator, {
    patient_id: 77,
    brightree_db: order.brightree_db,
    sales_order_no: order.sales_order_no ?? undefined,
    phone: "+19195550100",
  });
  const linked = await findTimeline(app, order.id);
  expect(linked.steps[5]).toMatchObject({ current: true, at: iso(sent), timestamp: iso(sent) });

  app.clock.advance(hour);
  const start = app.clock.now() + 3 * day;
  const visit = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: start });
  await recomputeStep(app.db, order.id, app.clock.now());
  const submitted = await findTimeline(app, order.id);
  expect(submitted.appointment).toEqual({
    status: "submitted",
    datetime: iso(start),
    therapist: therapist.name,
    patient_zone: "America/New_York",
    confirmed_at: null,
    submitted_at: iso(app.clock.now()),
  });
  expect(submitted.steps.map((step) => step.current)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    true,
  ]);

  await app.db
    .updateTable("visits")
    .set({ status: "cancelled", cancelled_at: app.clock.now() })
    .where("id", "=", visit.id)
    .execute();
  await recomputeStep(app.db, order.id, app.clock.now());
  expect(await findTimeline(app, order.id)).toMatchObject({ appointment: null, waiting_on: "you" });
});

test("a link that no text or email carried has no time of sending, except in the demo", async () => {
  const app = scratchApp();
  const order = await seedOrder(app, { patient_id: 78 });
  const { orderId } = await generateCode(app, operator, {
    patient_id: 78,
    brightree_db: order.brightree_db,
    sales_order_no: order.sales_order_no ?? undefined,
    phone: "+19195550178",
  });
  const linkStep = async () => (await findTimeline(app, orderId)).steps[4];
  expect(await linkStep()).toMatchObject({ done: true, at: null, completed_at: null });
  const provided = { ...app, config: { ...app.config, demo: true } };
  expect((await findTimeline(provided, orderId)).steps[4]?.completed_at).toBe(iso(app.clock.now()));
});

test("a missing 'Setup time submitted' step is inserted after the link step, or at the end", () => {
  const step = (label: string, done: boolean) => ({
    key: label,
    label,
    done,
    current: false,
    at: null,
    started_at: null,
    completed_at: null,
    timestamp: null,
    detail: "",
  });
  const sent = step("Self-scheduling link sent", true);
  const scheduled = step("Setup scheduled", false);
  const after = insertSubmittedStep({ steps: [sent, scheduled], appointment: null });
  expect(after.map(({ label, current }) => [label, current])).toEqual([
    ["Self-scheduling link sent", false],
    ["Setup time submitted", true],
    ["Setup scheduled", false],
  ]);
  const atEnd = insertSubmittedStep({ steps: [scheduled], appointment: null });
  expect(atEnd.map(({ label }) => label)).toEqual(["Setup scheduled", "Setup time submitted"]);
  const at = "2026-03-01T00:00:00.000Z";
  const appointment = {
    status: "submitted",
    therapist: "Dana Reyes",
    datetime: at,
    patient_zone: "America/New_York",
    confirmed_at: null,
    submitted_at: at,
  };
  const [, submitted] = insertSubmittedStep({ steps: [sent, scheduled], appointment });
  expect(submitted).toMatchObject({ done: true, current: false, completed_at: at });
});
