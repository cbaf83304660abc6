import { expect, test } from "vitest";
import { hashToken } from "~/core/secrets.server";
import { hour, minute } from "~/core/time";
import { anonymous, type ClientInfo, noOrder, operator, type Who } from "~/core/who";
import { isSecondFactRequired } from "~/orders/access/code-guess-limits.server";
import { generateCode } from "~/orders/access/generate-code.server";
import { findOrderByLink } from "~/orders/access/link-code.server";
import { signInByCode } from "~/orders/access/sign-in/sign-in-by-code.server";
import { signInByLink } from "~/orders/access/sign-in/sign-in-by-link.server";
import { signInByQuery } from "~/orders/access/sign-in/sign-in-by-query.server";
import { monday, scratchApp } from "../../support/scratch";
import { seedOrder } from "../../support/seed";

type App = ReturnType<typeof scratchApp>;
const caller = anonymous(null);
const browser: ClientInfo = { address: "192.0.2.1", agent: "Firefox", browser: "a browser's token" };
const patient = (orderId: number, sessionKind: "code" | "link" | "query"): Who => ({
  kind: "patient",
  sessionId: 1,
  sessionKind,
  orderId,
  address: null,
});

/** An order with a live code that was sent to a different number than the one on file. */
async function coded(over: Parameters<typeof seedOrder>[1] = {}) {
  const app = scratchApp();
  const order = await seedOrder(app, { phone: "+19195550111", ...over });
  const sent = await generateCode(app, operator, {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    sales_order_no: order.sales_order_no ?? undefined,
    phone: "+19195550122",
  });
  return { app, order, ...sent };
}
const auditEntries = async (app: App) =>
  (
    await app.db
      .selectFrom("audit_log")
      .select(["action", "subject", "details", "address"])
      .orderBy("id")
      .execute()
  ).filter(({ action }) => action.startsWith("sign-in"));
const sessions = (app: App) => app.db.selectFrom("sessions").selectAll().execute();

test("signing in with a code returns the order and records the use and the session", async () => {
  const { app, order, code } = await coded();
  const { token, ...signedIn } = await signInByCode(app, browser, { code });
  expect(signedIn).toEqual({
    orderId: order.id,
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    sales_order_no: order.sales_order_no,
  });
  expect(await sessions(app)).toMatchObject([
    {
      kind: "code",
      order_id: order.id,
      token_hash: hashToken(token ?? ""),
      address: "192.0.2.1",
      agent: "Firefox",
    },
  ]);
  const codes = await app.db.selectFrom("access_codes").selectAll().execute();
  expect(codes).toMatchObject([{ used_at: monday, ended_at: monday, used_by: hashToken(browser.browser) }]);
  expect(await auditEntries(app)).toEqual([
    { action: "sign-in.by-code", subject: `order ${order.id}`, details: null, address: "192.0.2.1" },
  ]);
});

test("reusing a code doesn't extend its grace period", async () => {
  const { app, code } = await coded();
  await signInByCode(app, browser, { code });
  app.clock.advance(10 * minute);
  await signInByCode(app, browser, { code });
  const codes = await app.db.selectFrom("access_codes").select("used_at").execute();
  expect(codes).toEqual([{ used_at: monday }]);
  app.clock.advance(5 * minute);
  await expect(signInByCode(app, browser, { code })).rejects.toMatchObject({ code: "signed-out" });
});

test("a wrong code is counted and logged with the IP address, but the code isn't stored", async () => {
  const { app, code } = await coded();
  const wrong = code === "123456" ? "654321" : "123456";
  await expect(signInByCode(app, browser, { code: wrong })).rejects.toMatchObject({ code: "signed-out" });
  expect(await auditEntries(app)).toEqual([
    { action: "sign-in.refused", subject: null, details: '{"way":"code"}', address: "192.0.2.1" },
  ]);
  expect((await app.metrics.signInFailures.get()).values).toEqual([
    { value: 1, labels: { way: "access-code" } },
  ]);
});

test.each([
  ["the last digits of the number on file", { phone_last4: "0111" }, true],
  ["the last digits of the number the code was sent to", { phone_last4: "0122" }, true],
  ["different last digits", { phone_last4: "0133" }, false],
  ["the date of birth when a phone number is on file", { dob: "1956-04-12" }, false],
])("as the second fact, %s is either accepted or rejected", async (_, fact, fits) => {
  const { app, code } = await coded();
  const outcome = signInByCode(app, browser, { code, ...fact });
  if (fits) expect(await outcome).toMatchObject({ token: expect.any(String) });
  else await expect(outcome).rejects.toMatchObject({ code: "signed-out" });
});

test("without a phone number, the second fact is the date of birth if it is on file", async () => {
  const enter = async (dob: string | null, fact: object) => {
    const { app, code } = await coded({ dob });
    await app.db.updateTable("orders").set({ phone: null }).execute();
    await app.db.updateTable("access_codes").set({ phone: null }).execute();
    return signInByCode(app, browser, { code, ...fact }).then(
      () => "in",
      () => "out",
    );
  };
  expect(await enter("1956-04-12", { dob: "1956-04-12" })).toBe("in");
  expect(await enter("1956-04-12", { dob: "1956-04-13" })).toBe("out");
  expect(await enter("1956-04-12", { phone_last4: "0111" })).toBe("out");
  expect(await enter(null, { phone_last4: "0111" })).toBe("out");
});

test("after a wrong code, a browser must enter the second fact for an hour", async () => {
  const { app, code } = await coded();
  const wrong = code === "123456" ? "654321" : "123456";
  expect(await isSecondFactRequired(app, browser)).toBe(false);
  await signInByCode(app, browser, { code: wrong }).catch(() => {});
  expect(await isSecondFactRequired(app, browser)).toBe(true);
  app.clock.advance(hour - 1);
  expect(await isSecondFactRequired(app, browser)).toBe(true);
  app.clock.advance(1);
  expect(await isSecondFactRequired(app, browser)).toBe(false);
});

test("a wrong code is counted for one day", async () => {
  const { app, code } = await coded();
  const wrong = code === "123456" ? "654321" : "123456";
  await signInByCode(app, browser, { code: wrong }).catch(() => {});
  const kept = await app.db
    .selectFrom("limits")
    .select(["key", "expires_at"])
    .where("key", "like", `%:${Math.floor(monday / hour)}`)
    .orderBy("key")
    .execute();
  expect(kept.map(({ key, expires_at }) => [key.split(":")[0], expires_at])).toEqual([
    ["guessed-chance", monday + 25 * hour],
    ["wrong-codes", monday + 25 * hour],
  ]);
});

test("a link can be used repeatedly, and the time of its first use is kept", async () => {
  const { app, order, link } = await coded();
  const { patient_id, brightree_db, sales_order_no } = order;
  const signedIn = await signInByLink(app, caller, browser, { code: link });
  expect(signedIn).toEqual({
    token: expect.any(String),
    orderId: order.id,
    patient_id,
    brightree_db,
    sales_order_no,
  });
  app.clock.advance(hour);
  await signInByLink(app, caller, browser, { code: link });
  expect(await app.db.selectFrom("link_codes").select("opened_at").execute()).toEqual([
    { opened_at: monday },
  ]);
  expect((await sessions(app)).map(({ kind, order_id, address }) => [kind, order_id, address])).toEqual([
    ["link", order.id, "192.0.2.1"],
  ]);
  const entry = {
    action: "sign-in.by-link",
    subject: `order ${order.id}`,
    details: null,
    address: "192.0.2.1",
  };
  expect(await auditEntries(app)).toEqual([entry, entry]);
});

test.each([
  ["a patient signed in with the code", (id: number) => patient(id, "code"), false],
  ["a patient signed in with the link", (id: number) => patient(id, "link"), false],
  ["a patient signed in with query values", (id: number) => patient(id, "query"), true],
  ["a patient signed in to another order", (id: number) => patient(id + 1, "link"), true],
  ["a staff member", (): Who => ({ ...operator, kind: "operator" }), true],
])("opening a link or query values keeps or replaces the session of %s", async (_, whoOf, fresh) => {
  const { app, order, link } = await coded();
  const who = whoOf(order.id);
  const { token } = await signInByLink(app, who, browser, { code: link });
  expect(token !== null).toBe(fresh);
  const query = { pid: String(order.patient_id), db: order.brightree_db };
  const session = await signInByQuery(app, who, browser, query);
  expect(session?.token !== null).toBe(fresh);
  expect(await sessions(app)).toHaveLength(fresh ? 2 : 0);
});

test.each(["12x", "x12", "", "1234567890123", "-1", "1 2", "12e0", "0xc", "12.0"])(
  "query values with patient ID %j match no order",
  async (pid) => {
    const { app, order } = await coded({ patient_id: 12 });
    await signInByQuery(app, caller, browser, { pid, db: order.brightree_db });
    expect((await sessions(app)).map(({ order_id }) => order_id)).toEqual([noOrder || null]);
  },
);

test("query values find the patient's newest open order, or the given one", async () => {
  const app = scratchApp();
  const made = (created_at: number, over: object = {}) =>
    seedOrder(app, { patient_id: 12, created_at, ...over });
  const old = await made(monday - 3 * hour);
  const open = await made(monday - 2 * hour);
  await made(monday - hour, { closed_at: monday });
  await seedOrder(app, { patient_id: 13, created_at: monday });
  const orderOf = async (so?: string) => {
    await app.db.deleteFrom("sessions").execute();
    await signInByQuery(app, caller, browser, { pid: "12", db: "QHMS", so });
    return (await sessions(app))[0]?.order_id;
  };
  expect(await orderOf()).toBe(open.id);
  expect(await orderOf(old.sales_order_no ?? "")).toBe(old.id);
  expect(await orderOf("none")).toBeNull();
});

test("a link code must match all twenty characters", async () => {
  const { app, order, link } = await coded();
  expect(await findOrderByLink(app.db, app, link)).toMatchObject({ id: order.id });
  expect(await findOrderByLink(app.db, app, link.toUpperCase())).toMatchObject({ id: order.id });
  for (const code of [`${link}a`, link.slice(1), ""]) {
    expect(await findOrderByLink(app.db, app, code)).toBeNull();
  }
});
