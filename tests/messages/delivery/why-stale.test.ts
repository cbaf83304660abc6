import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { whyStale } from "~/messages/delivery/why-stale.server";
import { monday, scratchApp } from "../../support/scratch";
import { seedClinic, seedVisit } from "../../support/seed";

const start = monday + 2 * day;

/** Creates a visit and a function that explains why a text about it is stale. */
async function visitWith(status: "submitted" | "confirmed" | "pending" | "cancelled" | "completed") {
  const app = scratchApp();
  const { order, therapist } = await seedClinic(app);
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: start,
    status,
  });
  return (kind: string, over: Partial<Parameters<typeof whyStale>[1]> = {}, now = monday) =>
    whyStale(
      app.db,
      { kind, visit_id: visit.id, visit_start: start, automated: 1, created_at: monday, ...over },
      now,
    );
}

test.each(["submitted", "confirmed", "pending"] as const)(
  "a text about a %s visit is valid until the visit starts",
  async (status) => {
    const why = await visitWith(status);
    expect(await why("visit-confirmed", {}, start - 1)).toBeNull();
    expect(await why("visit-confirmed", {}, start)).toBe("Not sent: the visit's time has passed.");
  },
);

test.each(["cancelled", "completed"] as const)(
  "a text about a %s visit is stale, except the one that announces the status",
  async (status) => {
    const why = await visitWith(status);
    expect(await why("visit-confirmed")).toBe("Not sent: the visit was canceled.");
    expect(await why(`visit-${status}`)).toBeNull();
  },
);

test("a cancellation text is stale after the visit's time, and a completion text is not", async () => {
  const cancelled = await visitWith("cancelled");
  expect(await cancelled("visit-cancelled", {}, start)).toBe("Not sent: the visit's time has passed.");
  const completed = await visitWith("completed");
  expect(await completed("visit-completed", {}, start + hour)).toBeNull();
});

test("a text with an outdated visit time is stale", async () => {
  const why = await visitWith("confirmed");
  expect(await why("visit-confirmed", { visit_start: start + hour })).toBe("Not sent: the visit was moved.");
});

test("all texts about a deleted visit are stale", async () => {
  const why = await visitWith("completed");
  const reason = "Not sent: the visit is no longer on file.";
  expect(await why("visit-completed", { visit_id: 4711 })).toBe(reason);
});

test("staff messages and messages without a visit or time are never stale", async () => {
  const why = await visitWith("cancelled");
  expect(await why("visit-confirmed", { automated: 0 })).toBeNull();
  expect(await why("visit-confirmed", { visit_id: null })).toBeNull();
  expect(await why("visit-confirmed", { visit_start: null })).toBeNull();
});
