import { expect, test } from "vitest";
import type { App } from "~/boot/app.server";
import { minute } from "~/core/time";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { addEndpoint, removeEndpoint } from "~/webhooks/endpoints.server";
import { webhookEventTypes } from "~/webhooks/webhook-events";
import { say } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import { seedCompany, seedDatabase, seedOrder, seedTherapist } from "../support/seed";
import { seedStaff } from "../support/users";
import { deliveriesOf, webhookClinic } from "./webhook-setup";

const link = "https://meet.example/hannah";

const events = async (app: Pick<App, "db">) =>
  (await deliveriesOf(app)).map(({ payload, subject }) => ({ ...JSON.parse(payload), subject }));

const typesOf = async (app: Pick<App, "db">, kind: string) =>
  (await events(app)).map(({ type }) => type as string).filter((type) => type.startsWith(kind));

test("each change to a visit queues its event in the same transaction", async () => {
  const { app, admin, book, starts } = await webhookClinic();
  const visit = await book();
  await confirmVisit(app, admin, { appointment_id: visit.id, meeting_link: link });
  const later = starts[4] ?? 0;
  await moveVisit(app, admin, { id: visit.id, datetime: later, hold: false, accept: true });
  await completeVisit(app, admin, visit.id);
  expect(await typesOf(app, "visit.")).toEqual([
    "visit.submitted",
    "visit.confirmed",
    "visit.moved",
    "visit.completed",
  ]);
  const moved = (await events(app)).find(({ type }) => type === "visit.moved");
  expect(moved).toMatchObject({
    subject: `visit ${visit.id}`,
    data: { start: new Date(later).toISOString(), previous: { start: visit.datetime, end: visit.end } },
  });
});

test("canceling a visit queues one event, and canceling it again queues none", async () => {
  const { app, admin, book } = await webhookClinic();
  const { id } = await book();
  await cancelVisit(app, admin, id, null);
  await cancelVisit(app, admin, id, null);
  expect(await typesOf(app, "visit.")).toEqual(["visit.submitted", "visit.cancelled"]);
});

test("moving a visit and undoing the move each queue a moved event", async () => {
  const { app, admin, book, starts } = await webhookClinic();
  const visit = await book();
  await moveVisit(app, admin, { id: visit.id, datetime: starts[4] ?? 0, hold: true, accept: true });
  await undoMove(app, admin, { id: visit.id });
  const moves = (await events(app)).filter(({ type }) => type === "visit.moved");
  expect(moves.map(({ data }) => data.start)).toEqual([
    new Date(starts[4] ?? 0).toISOString(),
    visit.datetime,
  ]);
});

test("a failed change queues no events", async () => {
  const { app, book, order } = await webhookClinic();
  await book();
  const before = await deliveriesOf(app);
  await expect(book(2, order)).rejects.toThrow();
  expect(await deliveriesOf(app)).toEqual(before);
});

test("reaching a step queues an event with the previous step", async () => {
  const { app, book, order } = await webhookClinic();
  await book();
  expect((await events(app)).filter(({ type }) => type === "order.step_changed")).toMatchObject([
    {
      subject: `order ${order.id}`,
      data: { order_id: order.id, patient_id: order.patient_id, step: 6, previous_step: 4 },
    },
  ]);
});

test("consent and STOP queue an event for each patient with the number, and repeating them queues none", async () => {
  const { app, order } = await webhookClinic();
  const relative = await seedOrder(app, { phone: order.phone });
  const phone = order.phone ?? "";
  for (const text of ["START", "START", "STOP", "STOP"]) await say(app, phone, text);
  const changes = (await events(app)).filter(({ type }) => type === "consent.changed");
  expect(changes.map(({ data }) => [data.patient_id, data.granted])).toEqual([
    [order.patient_id, true],
    [relative.patient_id, true],
    [order.patient_id, false],
    [relative.patient_id, false],
  ]);
  expect(JSON.stringify(changes)).not.toContain(phone.slice(2));
});

test("no events are queued for a company without webhooks, for another company, or for events that weren't selected", async () => {
  const { app, admin, receiver, endpoint, book } = await webhookClinic();
  const company = await seedCompany(app, "Blue Ridge");
  await app.db.insertInto("databases").values({ name: "BLUE", company_id: company }).execute();
  const therapist = await seedTherapist(app, { company_id: company });
  const other = await seedOrder(app, { brightree_db: "BLUE" });
  await bookVisit(app, admin, {
    therapist: therapist.name,
    datetime: app.clock.now() + 600 * minute,
    patient_id: other.patient_id,
    brightree_db: "BLUE",
    sms_consent: true,
  });
  expect(await deliveriesOf(app)).toEqual([]);
  await addEndpoint(app, admin, { company: "Blue Ridge", url: receiver.url, events: ["visit.moved"] });
  await removeEndpoint(app, admin, { id: endpoint });
  await book();
  expect(await deliveriesOf(app)).toEqual([]);
});

test("each endpoint gets its own delivery with the same webhook-id", async () => {
  const { app, admin, receiver, book } = await webhookClinic();
  await addEndpoint(app, admin, { url: `${receiver.url}/2`, events: ["visit.submitted"] });
  await book();
  const submitted = (await deliveriesOf(app)).filter(({ type }) => type === "visit.submitted");
  expect(submitted).toHaveLength(2);
  expect(new Set(submitted.map(({ message_id }) => message_id)).size).toBe(1);
});

test.each([
  ["http://10.0.0.7/x", "on a private network"],
  ["https://localhost/x", "on a private network"],
  ["http://hooks.example.com/x", "starts with https://"],
])("%s is refused as a webhook URL", async (url, message) => {
  const app = scratchApp();
  await seedDatabase(app);
  const admin = await seedStaff(app, ["admin"]);
  await expect(async () => addEndpoint(app, admin, { url, events: webhookEventTypes })).rejects.toThrow(
    message,
  );
});
