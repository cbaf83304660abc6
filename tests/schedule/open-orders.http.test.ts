import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { addHelper } from "~/orders/helper/add-helper.server";
import { removeHelper } from "~/orders/helper/remove-helper.server";
import { Client } from "../support/client";
import { rowsTo } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, seedOrder } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url, clock } = server;
await seedDatabase(app);

async function patient(patient_name: string | null, fields = {}) {
  const order = await seedOrder(app, { patient_name, ...fields });
  const link = await app.db.transaction().execute((trx) => replaceLinkCode({ trx, app }, order.id));
  return { ...order, link: `/schedule/${link}`, track: `/track/${link}` };
}
type Order = Awaited<ReturnType<typeof patient>>;

const cookie = "firstnight-patient";
const tokensOf = (browser: Client) => browser.cookies.get(cookie)?.split(".") ?? [];
const isActive = async (token: string) =>
  (await new Client(url).get("/api/shortlink/timeline", { authorization: `Bearer ${token}` })).status === 200;
const also = "Also open on this device:";
const current = async (browser: Client) =>
  (await browser.get("/api/shortlink/timeline")).json.sales_order_no as string;

async function opened(...orders: Order[]): Promise<Client> {
  const browser = new Client(url);
  for (const { link } of orders) expect((await browser.get(link)).status).toBe(200);
  return browser;
}

test("a patient with one order sees no order list", async () => {
  const browser = await opened(await patient("Ruth Avery"));
  expect((await browser.get("/schedule")).text).not.toContain(also);
  expect(tokensOf(browser)).toHaveLength(1);
});

test("the page shows the patient's name and can switch to another order", async () => {
  const [ruth, tom] = [await patient("Ruth Avery"), await patient("Baker, Tom")];
  const browser = await opened(ruth, tom);
  const page = await PlainPage.open(browser, "/schedule");
  expect(page.text).toContain(`For Tom B. ${also}`);
  expect(page.lists).toContainEqual(["Ruth A."]);
  const switched = await page.press("Ruth A.");
  expect(switched.path).toBe("/schedule");
  expect(switched.text).toContain(`For Ruth A. ${also}`);
  expect(await current(browser)).toBe(ruth.sales_order_no);
  const track = await PlainPage.open(browser, "/track");
  const back = await track.press("Tom B.");
  expect(back.path).toBe("/track");
  expect(await current(browser)).toBe(tom.sales_order_no);
});

test("an order opened with a code stays open when another one is opened with a link", async () => {
  const [ruth, tom] = [await patient("Ruth Avery"), await patient("Tom Baker")];
  const browser = await opened(ruth);
  const [first = ""] = tokensOf(browser);
  const { patient_id, brightree_db } = tom;
  const newCode = () => generateCode(app, operator, { patient_id, brightree_db, phone: "+19195550123" });
  const { code } = await newCode();
  expect((await browser.post("/api/validate-code", { code })).json.success).toBe(true);
  expect((await browser.get("/schedule")).text).toContain("Ruth A.");
  expect(await isActive(first)).toBe(true);
  const again = await newCode();
  const [second = ""] = tokensOf(browser);
  await browser.post("/api/validate-code", { code: again.code });
  expect([await isActive(second), await isActive(first)]).toEqual([false, true]);
  expect(tokensOf(browser)).toHaveLength(2);
});

test("the cookie contains only session tokens, for at most five orders", async () => {
  const orders = await Promise.all(["A", "B", "C", "D", "E", "F"].map((name) => patient(`${name} Test`)));
  const browser = await opened(...orders);
  expect(browser.cookies.get(cookie)).toMatch(/^[\w-]{43}(\.[\w-]{43}){4}$/);
  const page = await PlainPage.open(browser, "/schedule");
  expect(page.lists).toContainEqual(["E T.", "D T.", "C T.", "B T."]);
  const [again] = orders.slice(2);
  await browser.get(again?.link ?? "");
  expect(tokensOf(browser)).toHaveLength(5);
});

test("a query session shows no names, and opening a link brings the orders back", async () => {
  const [ruth, tom] = [await patient("Ruth Avery"), await patient("Tom Baker")];
  const browser = await opened(ruth, tom);
  const other = await patient("Ann Lee");
  await browser.get(`/schedule?pid=${other.patient_id}&db=${other.brightree_db}`);
  for (const path of ["/schedule", "/", "/track"]) {
    const { text } = await browser.get(path);
    expect(text).not.toMatch(/Ruth A\.|Tom B\.|Ann L\./);
    expect(text).not.toContain(also);
  }
  await browser.get(tom.link);
  expect((await PlainPage.open(browser, "/schedule")).lists).toContainEqual(["Ruth A."]);
});

test("signing out ends the sessions for all orders in the browser", async () => {
  for (const path of ["/logout", "/api/logout"]) {
    const browser = await opened(await patient("Ruth Avery"), await patient("Tom Baker"));
    const tokens = tokensOf(browser);
    await browser.post(path);
    expect(browser.cookies.has(cookie)).toBe(false);
    expect(await Promise.all(tokens.map(isActive))).toEqual([false, false]);
  }
});

test("a patient can switch only to orders opened in the same browser", async () => {
  const [ruth, tom] = [await patient("Ruth Avery"), await patient("Tom Baker")];
  const browser = await opened(ruth);
  await opened(tom);
  const { id } = await app.db
    .selectFrom("sessions")
    .select("id")
    .where("order_id", "=", tom.id)
    .executeTakeFirstOrThrow();
  for (const session of [String(id), "x", ""]) {
    expect((await browser.submit("/switch-order", { session, to: "//elsewhere.example" })).location).toBe(
      "/",
    );
    expect(await current(browser)).toBe(ruth.sales_order_no);
  }
});

test("an order whose session ended disappears from the list", async () => {
  const [ruth, tom] = [await patient("Ruth Avery"), await patient("Tom Baker")];
  const browser = await opened(ruth);
  clock.advance(hour - 1);
  await browser.get(tom.link);
  expect((await browser.get("/schedule")).text).toContain(also);
  clock.advance(1);
  expect((await browser.get("/schedule")).text).not.toContain(also);
});

test("orders with the same patient name, or without one, are listed by order number", async () => {
  const sameName = [await patient("Ruth Avery", { sales_order_no: "100" }), await patient("Ruth Avery")];
  const unnamed = [
    await patient(null, { sales_order_no: "300" }),
    await patient(null, { sales_order_no: null }),
  ];
  const browser = await opened(...sameName, ...unnamed);
  const page = await PlainPage.open(browser, "/schedule");
  expect(page.text).toContain(`This order ${also}`);
  expect(page.lists).toContainEqual([
    "Order 300",
    `Ruth A., order ${sameName[1]?.sales_order_no}`,
    "Ruth A., order 100",
  ]);
});

test("a helper of two patients switches between them until one removes the helper", async () => {
  const browser = new Client(url);
  const email = "tom@mail.example";
  const patients = [await patient("Ruth Avery"), await patient("Ann Lee")];
  const who = ({ id }: Order) =>
    ({ kind: "patient", sessionKind: "code", sessionId: 0, orderId: id, address: null }) as const;
  for (const order of patients)
    await addHelper(app, who(order), order.id, { name: "Tom", relation: "son", email });
  for (const mail of await rowsTo(app, email)) {
    const [link = ""] = /\/schedule\/\w{20}/.exec(app.secrets.open(mail.body_sealed)) ?? [];
    await browser.get(link);
  }
  expect((await PlainPage.open(browser, "/my-visit")).lists).toContainEqual(["Ruth A."]);
  for (const order of patients.slice(0, 1)) await removeHelper(app, who(order), order.id);
  expect((await browser.get("/my-visit")).text).not.toContain("Ruth A.");
});

test("a tracking link doesn't show other orders", async () => {
  const [ruth, tom] = [await patient("Ruth Avery"), await patient("Tom Baker")];
  const browser = await opened(ruth, tom);
  expect((await browser.get(ruth.track)).text).not.toContain(also);
});
