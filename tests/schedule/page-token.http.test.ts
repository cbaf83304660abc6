import { beforeAll, expect, test } from "vitest";
import { iso } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { visitStrings } from "~/visits/strings";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { morningStarts, seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";
import { startServer } from "../support/server";

// A couple or a caregiver can have two patients' pages open. The session belongs to the most recently opened link.

let server: Awaited<ReturnType<typeof startServer>>;
let therapist: Awaited<ReturnType<typeof seedTherapist>>;
let starts: number[];

beforeAll(async () => {
  server = await startServer();
  therapist = await seedTherapist(server.app);
  // One hour apart, so visits don't overlap.
  starts = morningStarts(server.app, 12).filter((_, index) => index % 2 === 0);
  await seedSlots(server.app, therapist, starts);
});

const freeStart = () => starts.pop() ?? 0;

async function patient({ withVisit }: { withVisit: boolean }) {
  const order = await seedOrder(server.app);
  const start_at = freeStart();
  if (withVisit) {
    await seedVisit(server.app, { order_id: order.id, therapist_id: therapist.id, start_at });
  }
  const link = await server.app.db
    .transaction()
    .execute((trx) => replaceLinkCode({ trx, app: server.app }, order.id));
  return { order, start_at, open: (browser: Client) => browser.get(`/schedule/${link}`) };
}

const visitsOf = (orderId: number) =>
  server.app.db.selectFrom("visits").select(["start_at", "status"]).where("order_id", "=", orderId).execute();

async function formOn(browser: Client, path: string): Promise<Record<string, string>> {
  return { ...(await PlainPage.open(browser, path)).hidden, sms_consent: "on" };
}

const timePath = (path: string, start: number) =>
  `${path}?at=${encodeURIComponent(iso(start))}&with=${therapist.id}`;

test.each([
  ["books", false, "/schedule", "booked"],
  ["moves", true, "/my-visit/move", "changed"],
  ["cancels", true, "/my-visit/cancel", "changed"],
] as const)(
  "a form on the first patient's page never %s a visit for the second patient",
  async (_, withVisit, path, outcome) => {
    const browser = new Client(server.url);
    const first = await patient({ withVisit });
    const second = await patient({ withVisit });
    await first.open(browser);
    const form = await formOn(browser, timePath(path, freeStart()));
    await second.open(browser);
    const refused = await browser.submit(path, form);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(visitStrings.otherPatientsPage[outcome].replace("'", "&#x27;"));
    for (const { order, start_at } of [first, second]) {
      expect(await visitsOf(order.id)).toEqual(withVisit ? [{ start_at, status: "submitted" }] : []);
    }
    await first.open(browser);
    expect((await browser.submit(path, form)).location).toBe(path === "/schedule" ? "/" : "/my-visit");
  },
);

test("a form on the first patient's page works again after switching back", async () => {
  const browser = new Client(server.url);
  const first = await patient({ withVisit: true });
  const second = await patient({ withVisit: true });
  await first.open(browser);
  const form = await formOn(browser, "/my-visit/cancel");
  await second.open(browser);
  expect((await browser.submit("/my-visit/cancel", form)).status).toBe(409);
  const page = await PlainPage.open(browser, "/my-visit");
  await page.press(/^Patient/);
  expect((await browser.submit("/my-visit/cancel", form)).location).toBe("/my-visit");
  expect(await visitsOf(first.order.id)).toEqual([{ start_at: first.start_at, status: "cancelled" }]);
  expect(await visitsOf(second.order.id)).toEqual([{ start_at: second.start_at, status: "submitted" }]);
});

test.each(["/my-visit/cancel", "/my-visit/move"])(
  "a refused form on %s shows an error to a second patient who has no visit",
  async (path) => {
    const browser = new Client(server.url);
    const first = await patient({ withVisit: true });
    const second = await patient({ withVisit: false });
    await first.open(browser);
    const form = await formOn(browser, timePath(path, freeStart()));
    await second.open(browser);
    const refused = await browser.submit(path, form);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(visitStrings.otherPatientsPage.changed.replace("'", "&#x27;"));
    expect(await visitsOf(first.order.id)).toEqual([{ start_at: first.start_at, status: "submitted" }]);
  },
);

test("a query session's page can't be used to book in the next session", async () => {
  const browser = new Client(server.url);
  const [first, second] = [await patient({ withVisit: false }), await patient({ withVisit: false })];
  const query = `/schedule?pid=${first.order.patient_id}&db=${first.order.brightree_db}`;
  await browser.get(query);
  const form = await formOn(browser, timePath("/schedule", freeStart()));
  for (const enter of [second.open, () => browser.get(query.replace(/\d+/, "999999"))]) {
    await enter(browser);
    expect((await browser.submit("/schedule", form)).status).toBe(409);
  }
  expect([...(await visitsOf(first.order.id)), ...(await visitsOf(second.order.id))]).toEqual([]);
});

test("a query booking returns no order number unless it was in the query", async () => {
  const { order } = await patient({ withVisit: false });
  const { patient_id, brightree_db, sales_order_no } = order;
  for (const so of [undefined, sales_order_no ?? ""]) {
    const browser = new Client(server.url);
    await browser.get(`/schedule?pid=${patient_id}&db=${brightree_db}${so ? `&so=${so}` : ""}`);
    const { json } = await browser.post("/api/schedule-appointment", {
      patient_id,
      brightree_db,
      sales_order_no: so,
      therapist: therapist.name,
      datetime: iso(freeStart()),
      sms_consent: true,
    });
    expect(json.appointment).toMatchObject({ patient_id, sales_order_no: so ?? null });
    await server.app.db.deleteFrom("visits").where("order_id", "=", order.id).execute();
  }
});

test("the API checks the page token if one is sent", async () => {
  const browser = new Client(server.url);
  const [first, second] = [await patient({ withVisit: true }), await patient({ withVisit: true })];
  await first.open(browser);
  const { page_token = "" } = await formOn(browser, "/my-visit/move");
  await second.open(browser);
  const to = { datetime: iso(freeStart()) };
  expect((await browser.patch("/api/my-appointment", { ...to, page_token })).status).toBe(409);
  expect((await browser.post("/api/my-appointment/cancel", { page_token })).status).toBe(409);
  expect((await browser.patch("/api/my-appointment", to)).status).toBe(200);
  expect((await browser.post("/api/my-appointment/cancel", to)).status).toBe(200);
});

test("the cancel button on an outdated page leaves a moved visit unchanged", async () => {
  const browser = new Client(server.url);
  const { order, open } = await patient({ withVisit: true });
  await open(browser);
  const form = await formOn(browser, "/my-visit/cancel");
  const start_at = freeStart();
  await browser.patch("/api/my-appointment", { datetime: iso(start_at) });
  const refused = await browser.submit("/my-visit/cancel", form);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("This visit has changed. Review it and try again.");
  expect(await visitsOf(order.id)).toEqual([{ start_at, status: "submitted" }]);
  const reopened = await formOn(browser, "/my-visit/cancel");
  expect((await browser.submit("/my-visit/cancel", reopened)).location).toBe("/my-visit");
  expect((await browser.submit("/my-visit/cancel", reopened)).location).toBe("/my-visit");
  expect(await visitsOf(order.id)).toEqual([{ start_at, status: "cancelled" }]);
});
