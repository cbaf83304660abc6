import { afterEach, expect, test, vi } from "vitest";
import { day, hour, second } from "~/core/time";
import { sweep } from "~/db/sweep.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import {
  attemptDelivery,
  claimDue,
  correctDueTimes,
  leaseLength,
} from "~/webhooks/delivery/delivery-loop.server";
import { webhookQueue } from "~/webhooks/delivery/delivery-queue.server";
import { webhookChannel } from "~/webhooks/delivery/webhook-channel.server";
import { findEndpoint, replayDeliveries, rotateSecret, switchOnEndpoint } from "~/webhooks/endpoints.server";
import { testEndpoint } from "~/webhooks/test-endpoint.server";
import { seedOrder } from "../support/seed";
import type { Reaction } from "../support/webhook-receiver";
import { deliverDue, deliveriesOf, shortenTimeouts, webhookClinic } from "./webhook-setup";

afterEach(() => void vi.restoreAllMocks());

const link = "https://meet.example/hannah";

const visitEvents = <Event extends { type: string }>(events: Event[]) =>
  events.filter(({ type }) => type.startsWith("visit."));

test("a receiver can verify the event for a booking, which has IDs and times but no names or phone numbers", async () => {
  const { app, receiver, book, order, therapist } = await webhookClinic();
  const visit = await book();
  await deliverDue(app);
  const [event] = visitEvents(receiver.received);
  expect(event).toMatchObject({
    type: "visit.submitted",
    timestamp: new Date(app.clock.now()).toISOString(),
    data: {
      visit_id: visit.id,
      brightree_db: order.brightree_db,
      patient_id: order.patient_id,
      sales_order_no: order.sales_order_no,
      status: "submitted",
      therapist_id: therapist.id,
      start: visit.datetime,
      end: visit.end,
    },
  });
  expect(event?.id).toMatch(/^msg_\w+$/);
  const sent = JSON.stringify(receiver.received);
  for (const personal of [order.patient_name, order.phone, order.email, therapist.name]) {
    expect(sent).not.toContain(personal);
  }
  expect(receiver.refused).toEqual([]);
});

const faults: [Reaction | "refuse", string][] = [
  ["refuse", "The connection was refused."],
  ["hang", "The server didn't respond within 10 seconds."],
  ["slow headers", "The server didn't respond within 10 seconds."],
  ["reset", "The connection was interrupted."],
  [500, "The server returned 500."],
  [404, "The server returned 404: nothing accepts events at this path."],
  [302, "The server returned 302, which redirects to another URL. Enter the final URL."],
];

test.each(faults)(
  "after the fault %s, the same event is sent again 5 seconds later",
  async (fault, error) => {
    // On a busy machine, a short timeout could end the other attempts too.
    const timeouts = shortenTimeouts(error.startsWith("The server didn't respond") ? 150 : 10 * second);
    const { app, receiver, book, endpoint } = await webhookClinic();
    if (fault === "refuse") await receiver.close();
    else receiver.state.react = () => fault;
    await book();
    await deliverDue(app);
    const failed = visitEvents(await deliveriesOf(app));
    expect(failed).toMatchObject([
      { status: "queued", attempts: 1, error, due_at: app.clock.now() + 5 * second },
    ]);
    expect(timeouts).toContain(10 * second);
    if (fault === "refuse") return;
    receiver.state.react = () => 204;
    app.clock.advance(5 * second - 1);
    await deliverDue(app);
    expect(visitEvents(receiver.received)).toHaveLength(1);
    app.clock.advance(1);
    await deliverDue(app);
    const [first, second_] = visitEvents(receiver.received);
    expect(second_).toEqual({ ...first, accepted: true });
    expect((await findEndpoint(app.db, endpoint)).off_at).toBeNull();
  },
);

test("a response that never ends counts as delivered and is not read", async () => {
  const { app, receiver, book } = await webhookClinic();
  receiver.state.react = () => "huge response";
  await book();
  await deliverDue(app);
  expect(new Set((await deliveriesOf(app)).map(({ status }) => status))).toEqual(new Set(["delivered"]));
});

test("a visit's later event waits for the earlier one, and other visits' events don't", async () => {
  const { app, admin, receiver, book } = await webhookClinic();
  receiver.state.react = ({ type }) => (type === "visit.submitted" ? 500 : 204);
  const { id } = await book();
  await confirmVisit(app, admin, { appointment_id: id, meeting_link: link });
  const other = await seedOrder(app);
  receiver.state.react = ({ data }) => (data.visit_id === id ? 500 : 204);
  await book(2, other);
  await deliverDue(app);
  const accepted = () => visitEvents(receiver.received.filter((event) => event.accepted));
  expect(accepted()).toMatchObject([{ type: "visit.submitted", data: { patient_id: other.patient_id } }]);
  receiver.state.react = () => 204;
  app.clock.advance(5 * second);
  await deliverDue(app);
  expect(accepted().filter(({ data }) => data.visit_id === id)).toMatchObject([
    { type: "visit.submitted" },
    { type: "visit.confirmed" },
  ]);
});

test("a delivery fails after three days of retries, then the next one is sent, and replay sends the failed one", async () => {
  const { app, admin, receiver, book, endpoint } = await webhookClinic();
  receiver.state.react = ({ type }) => (type === "visit.submitted" ? 503 : 204);
  const { id } = await book();
  const began = app.clock.now();
  await confirmVisit(app, admin, { appointment_id: id, meeting_link: link });
  const tries: number[] = [];
  while (app.clock.now() < began + 4 * day) {
    const before = receiver.received.filter(({ type }) => type === "visit.submitted").length;
    await deliverDue(app);
    const after = receiver.received.filter(({ type }) => type === "visit.submitted").length;
    if (after > before) tries.push(app.clock.now() - began);
    const [next] = visitEvents(await deliveriesOf(app));
    app.clock.set(next?.due_at ?? began + 4 * day);
  }
  expect(tries.slice(0, 2)).toEqual([0, 5 * second]);
  expect(tries.length).toBeGreaterThan(12);
  expect(tries.at(-1)).toBeGreaterThan(2.5 * day);
  expect(tries.at(-1)).toBeLessThanOrEqual(3 * day);
  const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(6 * hour);
  expect(visitEvents(await deliveriesOf(app))).toMatchObject([
    { type: "visit.submitted", status: "failed", http_status: 503 },
    { type: "visit.confirmed", status: "delivered" },
  ]);

  receiver.state.react = () => 204;
  expect(await replayDeliveries(app, admin, { id: endpoint })).toBe(1);
  await deliverDue(app);
  expect(new Set((await deliveriesOf(app)).map(({ status }) => status))).toEqual(new Set(["delivered"]));
  const ids = receiver.received.filter(({ type }) => type === "visit.submitted").map((event) => event.id);
  expect(new Set(ids).size).toBe(1);
  expect(await replayDeliveries(app, admin, { id: endpoint })).toBe(0);
});

test("a 410 response turns off the endpoint, and turning it back on sends the waiting events", async () => {
  const { app, admin, receiver, book, endpoint } = await webhookClinic();
  receiver.state.react = () => 410;
  const { id } = await book();
  await deliverDue(app);
  expect((await findEndpoint(app.db, endpoint)).off_at).toBe(app.clock.now());
  const before = receiver.received.length;
  app.clock.advance(hour);
  await cancelVisit(app, admin, id, null);
  await deliverDue(app);
  expect(receiver.received).toHaveLength(before);
  receiver.state.react = () => 204;
  await switchOnEndpoint(app, admin, { id: endpoint });
  await deliverDue(app);
  expect(visitEvents(receiver.received).at(-1)).toMatchObject({ type: "visit.submitted", accepted: true });
  expect(visitEvents(await deliveriesOf(app))).toHaveLength(1);
});

test("for 24 hours after a rotation, both the old and the new secret work", async () => {
  const { app, admin, receiver, book, endpoint, order } = await webhookClinic();
  const old = receiver.state.secret;
  const next = await rotateSecret(app, admin, { id: endpoint });
  for (const secret of [old, next]) {
    receiver.state.secret = secret;
    expect(await testEndpoint(app, admin, { id: endpoint })).toMatchObject({ ok: true, status: 204 });
  }
  app.clock.advance(day);
  await book(8, order);
  receiver.state.secret = old;
  expect(await testEndpoint(app, admin, { id: endpoint })).toMatchObject({ ok: false, status: 401 });
  receiver.state.secret = next;
  await deliverDue(app);
  expect(visitEvents(receiver.received)).toMatchObject([{ accepted: true }]);
});

test("secrets are encrypted in the database and not in the audit log", async () => {
  const { app, admin, receiver, endpoint } = await webhookClinic();
  const secrets = [receiver.state.secret, await rotateSecret(app, admin, { id: endpoint })];
  const rows = JSON.stringify([
    await app.db.selectFrom("webhook_endpoints").selectAll().execute(),
    await app.db.selectFrom("audit_log").selectAll().execute(),
  ]);
  for (const secret of secrets) expect(rows).not.toContain(secret?.replace("whsec_", ""));
  expect(rows).toContain("webhook.secret-rotated");
});

test("an event claimed by a killed process is sent again by another process with the same ID", async () => {
  const { app, receiver, book } = await webhookClinic();
  await book();
  const [claim] = await claimDue(app, webhookChannel, "killed");
  expect(await claimDue(app, webhookChannel, "other")).toEqual([]);
  if (claim)
    await attemptDelivery(app, webhookChannel, {
      ...claim,
      delivery: { ...claim.delivery, lease_owner: "nobody" },
    });
  app.clock.advance(leaseLength);
  await deliverDue(app);
  const ids = receiver.received.filter(({ id }) => id === claim?.delivery.message_id);
  expect(ids).toHaveLength(2);
  expect(new Set((await deliveriesOf(app)).map(({ status }) => status))).toEqual(new Set(["delivered"]));
});

test("an endpoint that hangs has at most four attempts in progress", async () => {
  const { app, book } = await webhookClinic();
  for (const nth of [0, 2, 4]) await book(nth, await seedOrder(app));
  const claims = await claimDue(app, webhookChannel, "test");
  expect(claims).toHaveLength(4);
  expect(await claimDue(app, webhookChannel, "test", new Map([[claims[0]?.recipient.id ?? 0, 4]]))).toEqual(
    [],
  );
});

test("a due time set far in the future by a wrong clock counts as due now", async () => {
  const { app, receiver, book } = await webhookClinic();
  await book();
  await app.db
    .updateTable("webhook_deliveries")
    .set({ due_at: app.clock.now() + 300 * day })
    .where("status", "=", "queued")
    .execute();
  await correctDueTimes(app, webhookQueue);
  await deliverDue(app);
  expect(visitEvents(receiver.received)).toHaveLength(1);
});

test("delivered events are deleted after 30 days, failed ones after 90, and pending ones are kept", async () => {
  const { app, book } = await webhookClinic();
  await book();
  await deliverDue(app);
  const [first, second, third] = await deliveriesOf(app);
  for (const [row, status] of [
    [second, "failed"],
    [third, "waiting"],
  ] as const) {
    const finished_at = status === "failed" ? app.clock.now() : null;
    await app.db
      .updateTable("webhook_deliveries")
      .set({ status, finished_at })
      .where("id", "=", row?.id ?? 0)
      .execute();
  }
  const remainingAfter = async (after: number) => {
    app.clock.advance(after);
    await sweep(app);
    return (await deliveriesOf(app)).map(({ id }) => id);
  };
  expect(await remainingAfter(30 * day - 1)).toContain(first?.id);
  expect(await remainingAfter(1)).toEqual([second?.id, third?.id]);
  expect(await remainingAfter(60 * day)).toEqual([third?.id]);
});
