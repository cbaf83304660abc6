import { expect, test } from "vitest";
import { Refusal } from "~/core/refusal";
import { hashToken, newToken } from "~/core/secrets.server";
import { day, hour, minute } from "~/core/time";
import { anonymous, type ClientInfo, noOrder, operator, type Who } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { endAccess, revokeAccess } from "~/orders/access/revoke-access.server";
import { resendCode } from "~/orders/access/send-code.server";
import { signInByCode } from "~/orders/access/sign-in/sign-in-by-code.server";
import { signInByLink } from "~/orders/access/sign-in/sign-in-by-link.server";
import { signInByQuery } from "~/orders/access/sign-in/sign-in-by-query.server";
import { SignInByCode } from "~/orders/order-schema";
import { scratchApp } from "../../support/scratch";
import { seedDatabase, seedOrder } from "../../support/seed";
import { whileRunning } from "../../support/while-running";

const app = scratchApp();
await seedDatabase(app);

const caller = anonymous(null);
let hosts = 0;
/** Client details; by default a new browser at a new IP address. */
const visitor = (fields: Partial<ClientInfo> = {}): ClientInfo => ({
  address: `10.0.${Math.floor(++hosts / 250)}.${hosts % 250}`,
  agent: "test",
  browser: newToken(),
  ...fields,
});
let patients = 5000;
async function coded(fields: { phone?: string; email?: string } = { phone: "+19195550142" }) {
  const patient_id = ++patients;
  const sent = await generateCode(app, operator, { patient_id, brightree_db: "QHMS", ...fields } as never);
  return { patient_id, ...sent };
}
const enter = (code: string, who = visitor(), fact: Record<string, string> = {}) =>
  signInByCode(app, who, SignInByCode.parse({ code, ...fact }));

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof Refusal)) throw new Error("The call was not rejected.");
  return error;
}

async function wrongCode(): Promise<string> {
  for (;;) {
    const code = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
    const hash = app.secrets.lookup("access-code", code);
    const held = await app.db.selectFrom("access_codes").select("id").where("code_hash", "=", hash).execute();
    if (held.length === 0) return code;
  }
}
const forgetGuesses = () => app.db.deleteFrom("limits").execute();

test("a code opens a 60-minute session for its order", async () => {
  const { code, patient_id, orderId } = await coded();
  const patient = await enter(code);
  expect(patient).toMatchObject({ patient_id, brightree_db: "QHMS", sales_order_no: null, orderId });
  const session = await app.db
    .selectFrom("sessions")
    .selectAll()
    .where("token_hash", "=", hashToken(patient.token ?? ""))
    .executeTakeFirstOrThrow();
  expect(session).toMatchObject({ kind: "code", order_id: orderId, expires_at: app.clock.now() + hour });
});

test.each([
  ["spaces", (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
  ["dashes", (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  [
    "long dashes and no-break spaces",
    (code: string) => `${code.slice(0, 2)}–${code.slice(2, 4)}\u00a0${code.slice(4)}`,
  ],
])("a code pasted with %s is accepted", async (_, written) => {
  const { code, patient_id } = await coded();
  expect((await enter(written(code))).patient_id).toBe(patient_id);
});

test.each(["", "12345", "1234567", "12a456", "abcdef", "１２３４５６", "1".repeat(500)])(
  "%j is not a code",
  (code) => {
    const parsed = SignInByCode.safeParse({ code });
    expect(parsed.error?.issues[0]?.message).toBe("Enter the 6-digit access code.");
  },
);

const codeRefused = expect.stringContaining("That code didn't work. Check what you entered and try again.");
const invalidCode = ["signed-out", codeRefused, undefined];

test("a code works for one sign-in", async () => {
  const { code } = await coded();
  await enter(code);
  const refusal = await refusalOf(enter(code));
  expect([refusal.code, refusal.message, refusal.extra]).toEqual(invalidCode);
  await forgetGuesses();
});

test("the same browser can reuse its code for 15 minutes, and another browser can't", async () => {
  const { code, patient_id } = await coded();
  const phone = visitor();
  await enter(code, phone);
  app.clock.advance(14 * minute);
  expect((await enter(code, phone)).patient_id).toBe(patient_id);
  expect((await refusalOf(enter(code, visitor()))).message).toEqual(codeRefused);
  app.clock.advance(2 * minute);
  expect((await refusalOf(enter(code, phone))).message).toEqual(codeRefused);
  await forgetGuesses();
});

test("when two browsers use the same code, only one is signed in", async () => {
  const { code } = await coded();
  const outcomes = await Promise.allSettled([enter(code), enter(code), enter(code)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await forgetGuesses();
});

test("expired, replaced, revoked, and unknown codes get the same error", async () => {
  const expired = await coded();
  app.clock.advance(7 * day);
  const replaced = await coded();
  await generateCode(app, operator, {
    patient_id: replaced.patient_id,
    brightree_db: "QHMS",
    phone: "+19195550142",
  });
  const revoked = await coded();
  await revokeAccess(app, operator, { patient_id: revoked.patient_id, brightree_db: "QHMS" });
  for (const code of [expired.code, replaced.code, revoked.code, await wrongCode()]) {
    const refusal = await refusalOf(enter(code));
    expect([refusal.code, refusal.message, refusal.extra]).toEqual(invalidCode);
  }
  await forgetGuesses();
});

test("revoking a code also ends its grace period and the sessions it opened", async () => {
  const { code, patient_id, orderId } = await coded();
  const phone = visitor();
  await enter(code, phone);
  await revokeAccess(app, operator, { patient_id, brightree_db: "QHMS" });
  expect((await refusalOf(enter(code, phone))).message).toEqual(codeRefused);
  expect(await app.db.selectFrom("sessions").select("id").where("order_id", "=", orderId).execute()).toEqual(
    [],
  );
  await forgetGuesses();
});

test("resending a used code sends a new one", async () => {
  const { id, code, patient_id } = await coded();
  await enter(code);
  const fresh = await resendCode(app, operator, { id });
  expect(fresh.code).not.toBe(code);
  expect((await enter(fresh.code)).patient_id).toBe(patient_id);
});

test("after five wrong codes in 15 minutes, an address must wait and sees how long", async () => {
  const { code } = await coded();
  const address = "192.0.2.7";
  for (let tries = 0; tries < 5; tries++) {
    expect((await refusalOf(enter(await wrongCode(), visitor({ address })))).code).toBe("signed-out");
  }
  app.clock.advance(4 * minute);
  const refusal = await refusalOf(enter(code, visitor({ address })));
  expect(refusal.code).toBe("too-many");
  expect(refusal.message).toBe("Too many attempts. Please wait 11 minutes and try again.");
  expect(refusal.retryAfter).toBe(660);
  await enter(code, visitor({ address: "192.0.2.8" }));
  app.clock.advance(11 * minute);
  expect((await enter((await coded()).code, visitor({ address }))).token).not.toBeNull();
  await forgetGuesses();
});

test("all IPv6 addresses of a household count as one", async () => {
  for (let tries = 0; tries < 5; tries++) {
    await refusalOf(enter(await wrongCode(), visitor({ address: `2001:db8:1:2::${tries}` })));
  }
  const next = visitor({ address: "2001:db8:1:2:ffff::1" });
  expect((await refusalOf(enter(await wrongCode(), next))).code).toBe("too-many");
  const otherHousehold = visitor({ address: "2001:db8:1:3::1" });
  expect((await refusalOf(enter(await wrongCode(), otherHousehold))).code).toBe("signed-out");
  await forgetGuesses();
});

test("for an hour after a wrong code, the browser must enter the last digits of the phone number", async () => {
  const { code } = await coded();
  const phone = visitor();
  await refusalOf(enter(await wrongCode(), phone));
  const right = await refusalOf(enter(code, phone));
  const wrong = await refusalOf(enter(await wrongCode(), phone));
  expect(right.code).toBe("signed-out");
  expect(right.extra).toEqual({ need: "phone_last4" });
  expect([wrong.message, wrong.extra]).toEqual([right.message, right.extra]);
  expect((await refusalOf(enter(code, phone, { phone_last4: "9999" }))).message).toEqual(codeRefused);
  await enter(code, phone, { phone_last4: "0142" });
  await forgetGuesses();
});

test("an attempt without the required second fact doesn't count as a wrong code", async () => {
  const { code } = await coded();
  const phone = visitor();
  await refusalOf(enter(await wrongCode(), phone));
  for (let tries = 0; tries < 9; tries++) {
    expect((await refusalOf(enter(code, phone))).extra).toEqual({ need: "phone_last4" });
  }
  expect(await enter(code, phone, { phone_last4: "0142" })).toMatchObject({ token: expect.any(String) });
  await forgetGuesses();
});

test("the second fact is no longer required after an hour", async () => {
  const { code } = await coded();
  const phone = visitor();
  await refusalOf(enter(await wrongCode(), phone));
  expect((await refusalOf(enter(code, phone))).extra).toEqual({ need: "phone_last4" });
  app.clock.advance(hour);
  expect(await enter(code, phone)).toMatchObject({ token: expect.any(String) });
  await forgetGuesses();
});

test("without a phone number, the second fact is the date of birth", async () => {
  const order = await seedOrder(app, {
    patient_id: ++patients,
    phone: null,
    dob: "1956-04-12",
    email: "dee@example.com",
  });
  const { code } = await generateCode(app, operator, {
    patient_id: order.patient_id,
    brightree_db: "QHMS",
    email: "dee@example.com",
  });
  const tablet = visitor();
  await refusalOf(enter(await wrongCode(), tablet));
  expect((await refusalOf(enter(code, tablet, { dob: "1956-04-13" }))).message).toEqual(codeRefused);
  expect(await enter(code, tablet, { dob: "4/12/1956" })).toMatchObject({ orderId: order.id });
  await forgetGuesses();
});

test("a link opens its order any number of times, but only with the exact link code", async () => {
  const { link, patient_id, orderId, code } = await coded();
  const first = await signInByLink(app, caller, visitor(), { code: link });
  expect(first).toMatchObject({ patient_id, brightree_db: "QHMS", sales_order_no: null });
  expect(first.token).toMatch(/^[\w-]{43}$/);
  expect((await signInByLink(app, caller, visitor(), { code: link })).token).not.toBe(first.token);
  for (const wrong of [code, `${link}a`, "", "a".repeat(20), "' or 1=1"]) {
    expect((await refusalOf(signInByLink(app, caller, visitor(), { code: wrong }))).code).toBe("missing");
  }
  const opened = await app.db
    .selectFrom("link_codes")
    .select("opened_at")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  expect(opened.opened_at).toBe(app.clock.now());
});

test("a link that is revoked during sign-in opens no session", async () => {
  const { link, orderId } = await coded();
  const opened = () => signInByLink(app, caller, visitor(), { code: link }).catch((error: unknown) => error);
  expect(
    await whileRunning(app, (trx) => endAccess({ trx, app, who: operator }, orderId), opened),
  ).toMatchObject({
    code: "missing",
  });
});

test("opening the link again within a session keeps that session", async () => {
  const { link, orderId } = await coded();
  const who: Who = { kind: "patient", sessionKind: "code", sessionId: 1, orderId, address: null };
  expect((await signInByLink(app, who, visitor(), { code: link })).token).toBeNull();
});

test("query values open a session for their order, and an unknown order gets the same response", async () => {
  const order = await seedOrder(app, { patient_id: ++patients, sales_order_no: "00400" });
  const query = { pid: String(order.patient_id), db: order.brightree_db };
  const cases = [
    [query, order.id],
    [{ ...query, so: "00400" }, order.id],
    [{ ...query, so: "400" }, noOrder],
    [{ ...query, pid: "99999999" }, noOrder],
    [{ ...query, pid: "x' or 1=1" }, noOrder],
    [{ ...query, db: "NOPE" }, noOrder],
  ] as const;
  for (const [input, orderId] of cases) {
    const opened = await signInByQuery(app, caller, visitor(), input);
    const session = await app.db
      .selectFrom("sessions")
      .selectAll()
      .where("token_hash", "=", hashToken(opened?.token ?? ""))
      .executeTakeFirstOrThrow();
    expect([session.kind, session.order_id ?? noOrder]).toEqual(["query", orderId]);
  }
});

test("repeated query values get the same response for a known and an unknown order", async () => {
  const order = await seedOrder(app, { patient_id: ++patients });
  for (const orderId of [order.id, noOrder]) {
    const who: Who = { kind: "patient", sessionKind: "query", sessionId: 1, orderId, address: null };
    for (const pid of [String(order.patient_id), "99999999"]) {
      const opened = await signInByQuery(app, who, visitor(), { pid, db: order.brightree_db });
      expect(opened?.token).toMatch(/^[\w-]{43}$/);
    }
  }
});

test("an address can open at most 20 query sessions in 15 minutes, no matter which values it uses", async () => {
  const order = await seedOrder(app, { patient_id: ++patients });
  const known = { pid: String(order.patient_id), db: order.brightree_db };
  const client = visitor();
  for (let tries = 0; tries < 20; tries++) {
    const input = tries % 2 ? known : { ...known, pid: "99999999" };
    expect((await signInByQuery(app, caller, client, input))?.token).toBeTypeOf("string");
  }
  for (const input of [known, { ...known, pid: "99999999" }]) {
    const refusal = await refusalOf(signInByQuery(app, caller, client, input));
    expect([refusal.code, refusal.message, refusal.retryAfter]).toEqual([
      "too-many",
      "Too many attempts. Please wait 15 minutes and try again.",
      900,
    ]);
  }
  expect(await signInByQuery(app, caller, visitor(), known)).not.toBeNull();
});

test("PATIENT_QUERY_LINKS=off disables query sessions", async () => {
  const strict = scratchApp({ PATIENT_QUERY_LINKS: "off" });
  expect(await signInByQuery(strict, caller, visitor(), { pid: "1", db: "QHMS" })).toBeNull();
});
