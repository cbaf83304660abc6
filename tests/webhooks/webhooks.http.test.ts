import { expect, test } from "vitest";
import { day, minute, systemClock } from "~/core/time";
import { checkHealth } from "~/operations/health/health.server";
import { bookVisit } from "~/visits/book-visit.server";
import { addEndpoint } from "~/webhooks/endpoints.server";
import { auditLogOf } from "../support/acts";
import { eventually } from "../support/eventually";
import { openScratch, scratchFolder } from "../support/scratch";
import { seedClinic, seedCompany, staffClient } from "../support/seed";
import { spawnServer, startServer } from "../support/server";
import { seedStaff } from "../support/users";
import { startWebhookReceiver } from "../support/webhook-receiver";
import { deliveriesOf } from "./webhook-setup";

async function served() {
  const server = await startServer();
  const clinic = await seedClinic(server.app);
  const admin = await staffClient(server, "admin");
  const receiver = await startWebhookReceiver(server.clock);
  const book = () =>
    admin.post("/api/schedule-appointment", {
      therapist: clinic.therapist.name,
      datetime: new Date(clinic.starts[0] ?? 0).toISOString(),
      patient_id: clinic.order.patient_id,
      brightree_db: clinic.order.brightree_db,
      sms_consent: true,
    });
  return { ...server, ...clinic, admin, receiver, book };
}

test("an admin can add a webhook through the API, test it, receive a visit's events, and remove it", async () => {
  const { admin, receiver, book, app } = await served();
  const events = ["visit.submitted", "visit.confirmed"];
  const added = await admin.post("/api/admin/webhooks", { url: receiver.url, events });
  expect(added.status).toBe(201);
  const { id, secret } = added.json;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  receiver.state.secret = secret;
  expect((await admin.post(`/api/admin/webhooks/${id}/test`)).json).toMatchObject({ ok: true, status: 204 });
  expect(receiver.received).toMatchObject([{ type: "webhook.test", data: {} }]);

  expect((await book()).status).toBe(201);
  await eventually(
    () => receiver.received.map(({ type }) => type),
    (types) => types.includes("visit.submitted"),
  );
  const list = await admin.get("/api/admin/webhooks");
  expect(list.json).toMatchObject([{ id, url: receiver.url, events, off_at: null, failed: 0 }]);
  expect(list.text).not.toContain("whsec");

  expect((await admin.delete(`/api/admin/webhooks/${id}`)).status).toBe(204);
  expect((await admin.get("/api/admin/webhooks")).json).toEqual([]);
  expect((await admin.delete(`/api/admin/webhooks/${id}`)).status).toBe(404);
  expect((await admin.post(`/api/admin/webhooks/${id}/test`)).status).toBe(404);
  const actions = (await auditLogOf(app)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["webhook.added", "webhook.tested", "webhook.removed"]));
});

test("an invalid URL, no events, an unknown event, and unknown fields are refused", async () => {
  const { admin, receiver, app } = await served();
  const send = async (body: object) => {
    const { status, json } = await admin.post("/api/admin/webhooks", body);
    return [status, Object.keys(json.fields ?? {})];
  };
  const { url } = receiver;
  expect(await send({ url: "hooks.example.com", events: ["visit.moved"] })).toEqual([422, ["url"]]);
  expect(await send({ url: "https://10.0.0.7/", events: ["visit.moved"] })).toEqual([422, ["url"]]);
  expect(await send({ url, events: [] })).toEqual([422, ["events"]]);
  expect(await send({ url, events: ["visit.deleted"] })).toEqual([422, ["events.0"]]);
  expect((await send({ url, events: ["visit.moved"], secret: "own" }))[0]).toBe(422);
  await seedCompany(app, "Blue Ridge");
  expect((await send({ url, events: ["visit.moved"] }))[0]).toBe(422);
  const named = await admin.post("/api/admin/webhooks?company=Blue%20Ridge", {
    url,
    events: ["visit.moved"],
  });
  expect(named.status).toBe(201);
  expect((await admin.get("/api/admin/webhooks?company=Blue%20Ridge")).json).toHaveLength(1);
});

test("an admin can set up, test, fix, and remove a webhook on its pages", async () => {
  const server = await served();
  const { receiver, app, clock, book } = server;
  let { admin } = server;
  const page = await admin.get("/admin/webhooks");
  const company = /name="company" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const wrong = await admin.submit("/admin/webhooks", { company, url: receiver.url });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Choose at least one event");
  const added = await admin.submit("/admin/webhooks", {
    company,
    url: receiver.url,
    events: "visit.submitted",
  });
  receiver.state.secret = /whsec_[A-Za-z0-9+/=]+/.exec(added.text)?.[0] ?? "";
  const address = /\/admin\/webhooks\/\d+/.exec(added.text)?.[0] ?? "";
  expect((await admin.get(address)).text).not.toContain("whsec");
  expect((await admin.submit(address, {})).text).toContain("The test event arrived.");
  receiver.state.react = () => 500;
  expect((await admin.submit(address, {})).text).toContain("The server returned 500.");

  await book();
  await eventually(
    () => deliveriesOf(app),
    ([row]) => row?.attempts === 1 && row.status === "queued",
  );
  expect((await admin.get(address)).text).toContain("Retrying");
  clock.advance(15 * minute);
  const retried = (await checkHealth(app)).find(({ name }) => name.startsWith("Webhook"));
  expect(retried).toMatchObject({ state: "warn", href: address });
  expect(retried?.message).toContain("The server returned 500.");
  clock.advance(4 * day);
  await eventually(
    () => deliveriesOf(app),
    ([row]) => row?.status === "failed",
  );
  const health = (await checkHealth(app)).find(({ name }) => name.startsWith("Webhook"));
  expect(health).toMatchObject({ state: "bad" });
  expect(health?.message).toContain("1 event could not be delivered within three days");
  receiver.state.react = () => 204;
  // The session from four days ago has expired.
  admin = await staffClient(server, "admin");
  expect((await admin.submit(`${address}/replay`, {})).location).toBe(address);
  await eventually(
    () => deliveriesOf(app),
    ([row]) => row?.status === "delivered",
  );

  receiver.state.secret =
    /whsec_[A-Za-z0-9+/=]+/.exec((await admin.submit(`${address}/secret`, {})).text)?.[0] ?? "";
  expect((await admin.submit(address, {})).text).toContain("The test event arrived.");
  await app.db.updateTable("webhook_endpoints").set({ off_at: clock.now() }).execute();
  expect((await admin.get(address)).text).toContain("was turned off");
  const off = (await checkHealth(app)).find(({ name }) => name.startsWith("Webhook"));
  expect(off).toMatchObject({ state: "warn" });
  await admin.submit(`${address}/switch-on`, {});
  expect((await admin.get(address)).text).not.toContain("was turned off");
  expect((await admin.submit(`${address}/remove`, {})).location).toBe("/admin/webhooks");
  expect((await admin.get(address)).status).toBe(404);
});

test("a receiver that hangs delays neither bookings nor other receivers, and shutdown doesn't wait for it", async () => {
  const { admin, receiver, clock, book, stop } = await served();
  const other = await startWebhookReceiver(clock);
  receiver.state.react = () => "hang";
  for (const { url, state } of [receiver, other]) {
    const { secret } = (await admin.post("/api/admin/webhooks", { url, events: ["visit.submitted"] })).json;
    state.secret = secret;
  }
  expect((await book()).status).toBe(201);
  await eventually(
    () => [receiver.received.length, other.received.length],
    (counts) => counts.every((count) => count === 1),
  );
  await stop();
  expect(other.received).toMatchObject([{ accepted: true }]);
});

test("an event is sent again with the same ID if the process was killed before it saw the response", async () => {
  const dataDir = scratchFolder();
  const app = openScratch({ DATA_DIR: dataDir });
  const first = await spawnServer({ DATA_DIR: dataDir });
  const { therapist, starts, order } = await seedClinic(app);
  const admin = await seedStaff(app, ["admin"]);
  const receiver = await startWebhookReceiver(systemClock);
  const { secret } = await addEndpoint(app, admin, { url: receiver.url, events: ["visit.submitted"] });
  receiver.state.secret = secret;
  receiver.state.react = () => "hang";
  await bookVisit(app, admin, {
    therapist: therapist.name,
    datetime: starts[0] ?? 0,
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    sms_consent: true,
  });
  await eventually(
    () => receiver.received.length,
    (count) => count === 1,
  );
  await first.end("SIGKILL");
  receiver.state.react = () => 204;
  const second = await spawnServer({ DATA_DIR: dataDir });
  await eventually(
    () => deliveriesOf(app),
    ([row]) => row?.status === "delivered",
    60,
  );
  await second.end();
  expect(second.output()).not.toContain("whsec");
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  await app.close();
});
