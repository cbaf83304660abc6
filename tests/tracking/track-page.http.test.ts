import { beforeAll, expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { recomputeStep } from "~/orders/recompute-step.server";
import { Client } from "../support/client";
import { seedClinic, seedOrder, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let clinic: Awaited<ReturnType<typeof seedClinic>>;

beforeAll(async () => {
  server = await startServer();
  clinic = await seedClinic(server.app);
});

async function orderWithLink(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder(server.app, fields);
  const code = await server.app.db
    .transaction()
    .execute((trx) => replaceLinkCode({ trx, app: server.app }, order.id));
  return { order, code };
}

const sendLink = (orderId: number) =>
  server.app.db.transaction().execute(async (trx) => {
    const now = server.app.clock.now();
    await trx.updateTable("link_codes").set({ sent_at: now }).where("order_id", "=", orderId).execute();
    await recomputeStep(trx, orderId, now);
  });

test("the tracking page works without JavaScript, both from a link and in a session", async () => {
  const { order, code } = await orderWithLink();
  await sendLink(order.id);
  const byLink = await new Client(server.url).get(`/track/${code}`);
  const client = new Client(server.url);
  await signInPatient(server.app, client, order.id);
  const bySession = await client.get("/track");
  for (const { status, text } of [byLink, bySession]) {
    expect(status).toBe(200);
    for (const words of [
      "Track My Order",
      order.sales_order_no ?? "",
      String(order.patient_id),
      order.brightree_db,
      "Total time from referral",
      "Time in current step",
      "Self-scheduling link sent",
      "In this step for:",
      "No appointment on file yet.",
      "Waiting on: you",
    ]) {
      expect(text).toContain(words);
    }
    expect(text).toMatch(/href="\/track[^"]*">Refresh/);
  }
  expect(byLink.text).toContain(`href="/schedule/${code}"`);
  expect(bySession.text).not.toContain(code);
  expect(byLink.headers.getSetCookie()).toEqual([]);
});

test("missing values are shown as dashes; visitors without access or with unknown codes get instructions", async () => {
  const { code } = await orderWithLink({ sales_order_no: null });
  const { text } = await new Client(server.url).get(`/track/${code}`);
  expect(text).toContain("<dt>Order</dt><dd>—</dd>");
  const anonymous = await new Client(server.url).get("/track");
  expect([anonymous.status, anonymous.text.includes("sign in with your access code")]).toEqual([401, true]);
  for (const path of ["/track/123456", "/track/%00", `/track/${"x".repeat(900)}`]) {
    const unknown = await new Client(server.url).get(path);
    expect([path, unknown.status]).toEqual([path, 404]);
    expect(unknown.text).toContain("We couldn&#x27;t find this order.");
  }
  expect((await new Client(server.url).get(`/track?code=%20${code}`)).location).toBe(`/track/${code}`);
});

test("a submitted visit is shown as not confirmed; a confirmed one shows its time and stops the total duration", async () => {
  const { app } = server;
  const { order, code } = await orderWithLink();
  const visitRow = await seedVisit(app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: app.clock.now() + 2 * day,
  });
  await app.db.transaction().execute((trx) => recomputeStep(trx, order.id, app.clock.now()));
  const submitted = (await new Client(server.url).get(`/track/${code}`)).text;
  expect(submitted).toContain("Setup Time Submitted");
  expect(submitted).toContain("Appointment has not been confirmed by Therapist yet.");
  await app.db
    .updateTable("visits")
    .set({ status: "confirmed", confirmed_at: app.clock.now() })
    .where("id", "=", visitRow.id)
    .execute();
  await app.db.transaction().execute((trx) => recomputeStep(trx, order.id, app.clock.now()));
  const confirmed = (await new Client(server.url).get(`/track/${code}`)).text;
  expect(confirmed).toContain("Scheduled appointment");
  expect(confirmed).toMatch(/Confirmed: <!-- -->|Confirmed: /);
  expect(confirmed).toContain(`data-until="${app.clock.now()}"`);
});

test("a completed visit is shown as confirmed and can't be changed", async () => {
  const { app } = server;
  const { order, code } = await orderWithLink();
  const past = app.clock.now() - 3 * day;
  const held = { status: "completed", submitted_at: past - 2 * day, confirmed_at: past - day };
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: past - 3 * hour,
    ...held,
  });
  await app.db.transaction().execute((trx) => recomputeStep(trx, order.id, app.clock.now()));
  const { text } = await new Client(server.url).get(`/track/${code}`);
  expect(text).toMatch(/Confirmed: <time[^>]*>/);
  expect(text).not.toContain("has not been confirmed");
  expect(text).not.toContain("See or change my visit");
});

test("a no-show doesn't complete any step or stop any duration", async () => {
  const { app } = server;
  const { order, code } = await orderWithLink();
  await sendLink(order.id);
  const past = app.clock.now() - 3 * day;
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: past,
    status: "no show",
    submitted_at: past - day,
    confirmed_at: past - day,
  });
  const { text } = await new Client(server.url).get(`/track/${code}`);
  expect(text).toContain("Waiting on: you");
  expect(text).toContain("No appointment on file yet.");
  expect(text).toContain("We missed you on");
  expect(text).not.toContain("data-until=");
  const { json } = await new Client(server.url).get(`/api/shortlink/timeline/${code}`);
  expect(json.appointment).toMatchObject({ status: "no show" });
  const submitted = json.steps.find(({ key }: { key: string }) => key === "setup_submitted");
  expect(submitted).toMatchObject({ done: false, current: true });
});
