import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../../support/client";
import { PlainPage } from "../../support/plain-page";
import { monday, testClock } from "../../support/scratch";
import {
  morningStarts,
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedVisit,
  staffClient,
} from "../../support/seed";
import { startServer } from "../../support/server";

async function clinic({ demo = true, at = monday }: { demo?: boolean; at?: number } = {}) {
  const server = await startServer({}, testClock(at), { demo });
  await seedDatabase(server.app);
  return {
    ...server,
    admin: await staffClient(server, "admin"),
    supervisor: await staffClient(server, "supervisor"),
  };
}

type App = Awaited<ReturnType<typeof clinic>>["app"];

const sentTo = (app: App, orderId: number) =>
  app.db
    .selectFrom("outbox")
    .select(["channel", "not_before", "body_sealed"])
    .where("order_id", "=", orderId)
    .where("kind", "=", "access-code")
    .execute();

const stepOf = async (app: App, id: number) =>
  (await app.db.selectFrom("orders").select("step").where("id", "=", id).executeTakeFirstOrThrow()).step;

const optOut = (app: App, phone: string) =>
  app.db
    .insertInto("consents")
    .values({ phone, given: 0, source: "keyword", wording: "STOP", created_at: app.clock.now() })
    .execute();

async function ended(page: PlainPage): Promise<PlainPage> {
  await expect
    .poll(async () => (await page.open(page.path)).html, { timeout: 50_000 })
    .not.toContain("data-working");
  return page.open(page.path);
}

const file = (count: number) =>
  [
    "brightree_db,patient_id,sales_order_no,patient_name,dob,phone,email,state",
    ...Array.from(
      { length: count },
      (_, index) => `QHMS,${61_000 + index},L${index},Pat ${index},4/12/1956,919555${2000 + index},,NC`,
    ),
  ].join("\n");

test("after an import, an admin sends their links to all patients together, and a patient's link opens the times", async () => {
  const { app, url, admin } = await clinic();
  const { location } = await admin.upload("/admin/import", "orders.csv", `${file(3)}\n`);
  const checked = await ended(await PlainPage.open(admin, location ?? ""));
  const done = await ended(await checked.press("Import 3 orders"));
  const plan = await done.follow("Send links to 3 patients…");
  expect(plan.lists.flat()).toEqual(
    expect.arrayContaining([
      "3 patients get a text.",
      "3 orders are before step 4, Ready to Schedule. These patients can book as soon as they have the link.",
    ]),
  );
  const sent = await plan.press("Send 3 links");
  expect(sent.text).toContain("3 links sent. They are in the demo's outbox.");
  const orders = await app.db.selectFrom("orders").select(["id", "step"]).execute();
  expect(orders.map(({ step }) => step)).toEqual([5, 5, 5]);
  const [message] = await sentTo(app, orders[0]?.id ?? 0);
  const [link = ""] = /http\S+\/schedule\/\S+/.exec(app.secrets.open(message?.body_sealed ?? "")) ?? [];
  expect((await PlainPage.open(new Client(url), link.replace(url, ""))).status).toBe(200);
  const again = await plan.press("Send 3 links");
  expect(again.text).toContain("0 links sent. 3 orders were left out.");
  expect(await sentTo(app, orders[0]?.id ?? 0)).toHaveLength(1);
  expect((await done.open(done.path)).links(/^Send links/)).toEqual([]);
  const actions = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "codes.sent")
    .execute();
  expect(actions.map(({ details }) => JSON.parse(details ?? ""))).toEqual([
    { chosen: 3, queued: 3, made: 0 },
    { chosen: 3, queued: 0, made: 0 },
  ]);
});

test("from the list of orders, each patient gets a text, an email, or neither, by opt-outs, choices, and holds", async () => {
  const { app, supervisor } = await clinic();
  const text = await seedOrder(app, { patient_name: "Ann Text", source_step: 1 });
  const stopped = await seedOrder(app, { patient_name: "Bo Mail", phone: "+19195550111" });
  const silent = await seedOrder(app, { patient_name: "Cy None", phone: "+19195550112", email: null });
  const calls = await seedOrder(app, { patient_name: "Di Call", updates: "phone" });
  const bare = await seedOrder(app, { patient_name: "Ed Bare", phone: null, email: null });
  const booked = await seedOrder(app, { patient_name: "Flo Booked" });
  const therapist = await seedTherapist(app);
  await seedVisit(app, {
    order_id: booked.id,
    therapist_id: therapist.id,
    start_at: morningStarts(app)[0] ?? 0,
  });
  await optOut(app, "+19195550111");
  await optOut(app, "+19195550112");
  const list = await PlainPage.open(supervisor, "/orders");
  const plan = await list.press("Send links…");
  expect(plan.text).toContain("You selected no orders, so this is the whole list: 6 orders.");
  expect(plan.text).toContain("1 patient gets a text.");
  expect(plan.text).toContain("1 patient gets an email.");
  expect(plan.text).toContain("3 patients can't be reached by text or email.");
  expect(plan.text).toContain("1 order is before step 4, Ready to Schedule.");
  expect(plan.text).toContain(
    "1 other order is left out: it has a link or a visit already, or it is closed.",
  );
  const sent = await plan.press("Send 2 links and make 3");
  expect(sent.text).toContain("2 links sent. They are in the demo's outbox. 3 links were made but not sent.");
  expect(sent.table("Not sent").map(({ Reason }) => Reason)).toEqual([
    "The patient opted out of texts.",
    "The patient asked for phone calls.",
    "No phone number or email address.",
  ]);
  expect((await sentTo(app, text.id)).map(({ channel }) => channel)).toEqual(["sms"]);
  expect((await sentTo(app, stopped.id)).map(({ channel }) => channel)).toEqual(["email"]);
  for (const { id } of [silent, calls, bare, booked]) expect(await sentTo(app, id)).toEqual([]);
  expect(await stepOf(app, bare.id)).toBe(5);
  const codes = await PlainPage.open(supervisor, "/supervisordashboard/codes?search=Bare");
  expect(codes.table("Pending Access Codes")[0]?.Sent).toContain("Not sent. Made");
});

test("selected orders get links, and an order's page sends its first one", async () => {
  const { app, supervisor } = await clinic();
  const [one, two] = [await seedOrder(app, { source_step: 1 }), await seedOrder(app, { source_step: 1 })];
  const list = await PlainPage.open(supervisor, "/orders?step=1");
  const plan = await list.press("Send links…", { order: String(one.id) });
  expect((await plan.press("Send 1 link")).text).toContain("1 link sent.");
  expect([await stepOf(app, one.id), await stepOf(app, two.id)]).toEqual([5, 1]);
  const sheet = await PlainPage.open(supervisor, `/orders/${two.id}`);
  const own = await sheet.follow("Send link…");
  const done = await own.press("Send 1 link");
  expect(done.text).toContain("1 link sent.");
  expect((await done.follow("Back")).links("Send link…")).toEqual([]);
});

test("without providers, nothing is claimed to be sent, and the links and codes can be given out from a file", async () => {
  const { app, url, admin, supervisor } = await clinic({ demo: false });
  const order = await seedOrder(app, { patient_name: "=Ann Lee", phone: "+19195550133" });
  expect((await PlainPage.open(supervisor, `/orders/links?order=${order.id}`)).text).toContain(
    "Texts and email aren't set up. Ask your admin, or give out the links yourself.",
  );
  const plan = await PlainPage.open(admin, `/orders/links?order=${order.id}`);
  expect(plan.table("Patients whom no message can reach")[0]?.Reason).toBe("Texts and email aren't set up.");
  const made = await plan.press("Make 1 link");
  expect(made.text).toContain("Nothing was sent. 1 link was made but not sent. Give it to the patient.");
  const [shown] = made.table("Not sent");
  const [address = ""] = made.links("Download the links as CSV");
  const rows: Record<string, string>[] = parse((await admin.get(address)).text, { columns: true, bom: true });
  expect(rows).toMatchObject([
    { Patient: "'=Ann Lee", Phone: "(919) 555-0133", Code: shown?.Code, Link: shown?.Link },
  ]);
  expect(shown?.Code).toMatch(/^\d{6}$/);
  const patient = await PlainPage.open(new Client(url), (shown?.Link ?? "").replace(url, ""));
  expect(patient.status).toBe(200);
  const entry = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "codes.listed")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(entry.details ?? "")).toEqual({ rows: 1 });
  expect((await PlainPage.open(admin, `/orders/${order.id}`)).text).toContain(
    "Access code and link made, to give out without Firstnight",
  );
});

test("texts with links wait in quiet hours, and the plan and the result say so", async () => {
  const { app, supervisor } = await clinic({ at: monday + 11 * hour });
  const order = await seedOrder(app);
  const plan = await PlainPage.open(supervisor, `/orders/links?order=${order.id}`);
  expect(plan.text).toContain("1 patient gets a text. 1 text waits until quiet hours end.");
  const sent = await plan.press("Send 1 link");
  expect(sent.text).toContain("0 links sent. 1 text waits until quiet hours end.");
  expect((await sentTo(app, order.id)).map(({ not_before }) => not_before)).toEqual([
    Date.parse("2026-03-03T14:00:00Z"),
  ]);
});

test("links are sent to 200 patients at a time, and the page leads on to the next ones", async () => {
  const { app, supervisor } = await clinic();
  for (let count = 0; count < 203; count++) await seedOrder(app);
  const plan = await PlainPage.open(supervisor, "/orders/links");
  expect(plan.text).toContain("3 more orders follow: you can send 200 links at a time.");
  const sent = await plan.press("Send 200 links");
  expect(sent.text).toContain("200 links sent.");
  const rest = await sent.follow("Go on with the next 3");
  expect((await rest.press("Send 3 links")).text).toContain("3 links sent.");
  const tooMany = new URLSearchParams(Array.from({ length: 201 }, (_, index) => ["order", `${index + 1}`]));
  expect((await supervisor.get(`/orders/links?${tooMany}`)).status).toBe(422);
  expect((await supervisor.submit("/orders/links", {})).status).toBe(422);
});
