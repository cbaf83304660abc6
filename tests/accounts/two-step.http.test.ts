import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { minute, second } from "~/core/time";
import type { Role } from "~/core/who";
import { Client } from "../support/client";
import { textOf } from "../support/plain-page";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const strict = await startServer({ REQUIRE_MFA: "admins" });

beforeEach(async () => {
  for (const one of [app, strict.app]) await one.db.deleteFrom("limits").execute();
});

type User = Awaited<ReturnType<typeof seedUser>>;

const login = (user: User, client = new Client(url)) =>
  client.post("/api/login", { email: user.email, password: user.password });
const verify = (challenge: string, code: string, client = new Client(url)) =>
  client.post("/api/login/verify", { challenge, code });

async function sentCode(of: typeof app, recipient: string): Promise<string> {
  const row = await of.reads
    .selectFrom("outbox")
    .select("body_sealed")
    .where("recipient", "=", recipient)
    .where("kind", "=", "sign-in-code")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return /\b\d{6}\b/.exec(of.secrets.open(row.body_sealed))?.[0] ?? "";
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function withApp(role: Role = "supervisor") {
  const user = await seedUser(app, [role]);
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  const chosen = await client.submit("/account/two-step", { way: "totp", current: user.password });
  expect(chosen.location).toBe("/account/two-step/confirm");
  const page = (await client.get("/account/two-step/confirm")).text;
  const secret = /\b[A-Z2-7]{32}\b/.exec(textOf(page))?.[0] ?? "";
  const codeAt = (at = clock.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
  const on = await client.submit("/account/two-step/confirm", { digits: codeAt() });
  const recovery = [...on.text.matchAll(/[A-Z2-9]{5}-[A-Z2-9]{5}/g)].map(([code]) => code);
  clock.advance(31 * second);
  return { user, client, page, recovery, codeAt };
}

test("an emailed code works only once, and the password alone doesn't open a session", async () => {
  const user = await seedUser(app, ["supervisor"], { two_step: "email" });
  const client = new Client(url);
  const first = await login(user, client);
  expect(first.json).toEqual({ mfa_required: true, challenge: expect.any(String), way: "email" });
  expect(client.cookies.has("firstnight")).toBe(false);
  const code = await sentCode(app, user.email);
  const second = await verify(first.json.challenge, ` ${code.slice(0, 3)} ${code.slice(3)}`, client);
  expect(second.json).toMatchObject({ roles: ["supervisor"], user_id: user.id });
  expect(client.cookies.get("firstnight")).toBe(second.json.token);
  expect((await verify(first.json.challenge, code)).status).toBe(401);
});

test("a code is texted to the user's phone, or emailed if the number has opted out", async () => {
  const phone = "+19195550151";
  const user = await seedUser(app, ["supervisor"], { two_step: "sms", phone });
  await login(user);
  expect(await sentCode(app, phone)).toMatch(/^\d{6}$/);
  await app.db
    .insertInto("consents")
    .values({ phone, given: 0, source: "keyword", created_at: clock.now() })
    .execute();
  const { challenge } = (await login(user)).json;
  expect((await verify(challenge, await sentCode(app, user.email))).status).toBe(200);
});

test("a code works only for the sign-in that requested it and is stored as a keyed hash", async () => {
  const user = await seedUser(app, ["supervisor"], { two_step: "email" });
  const first = (await login(user)).json.challenge;
  const code = await sentCode(app, user.email);
  const other = (await login(user)).json.challenge;
  const newer = await sentCode(app, user.email);
  if (newer !== code) expect((await verify(other, code)).status).toBe(401);
  const rows = JSON.stringify(await app.reads.selectFrom("sign_in_challenges").selectAll().execute());
  expect(rows).not.toContain(code);
  expect(rows).not.toContain(first);
});

test("five wrong codes end the sign-in, and ten lock the second step for 15 minutes", async () => {
  const user = await seedUser(app, ["supervisor"], { two_step: "email" });
  for (const round of [1, 2]) {
    const { challenge } = (await login(user)).json;
    const code = await sentCode(app, user.email);
    for (let i = 0; i < 5; i++) expect((await verify(challenge, wrongOf(code))).status).toBe(401);
    expect((await verify(challenge, code)).status).toBe(round === 1 ? 401 : 429);
  }
  clock.advance(16 * minute);
  const { challenge } = (await login(user)).json;
  expect((await verify(challenge, await sentCode(app, user.email))).status).toBe(200);
});

test("a code expires after ten minutes", async () => {
  const user = await seedUser(app, ["supervisor"], { two_step: "email" });
  const { challenge } = (await login(user)).json;
  clock.advance(10 * minute);
  const expired = await verify(challenge, await sentCode(app, user.email));
  expect(expired.json.error).toBe("This sign-in took too long. Please enter your email and password again.");
});

test("a phone gets at most five codes in 15 minutes", async () => {
  const user = await seedUser(app, ["supervisor"], { two_step: "email" });
  for (let i = 0; i < 5; i++) expect((await login(user)).status).toBe(200);
  expect((await login(user)).status).toBe(429);
});

test("users set up an authenticator app with a QR code, and each of its codes works only once", async () => {
  const { user, page, codeAt } = await withApp();
  expect(page).toContain("<svg");
  const { challenge, way } = (await login(user)).json;
  expect(way).toBe("totp");
  const code = codeAt();
  expect((await verify(challenge, code)).status).toBe(200);
  const again = (await login(user)).json.challenge;
  expect((await verify(again, code)).status).toBe(401);
  clock.advance(30 * second);
  expect((await verify(again, codeAt())).status).toBe(200);
});

test("an authenticator app's secret is encrypted before it is stored", async () => {
  const { user, page } = await withApp();
  const secret = /\b[A-Z2-7]{32}\b/.exec(textOf(page))?.[0] ?? "";
  const row = await app.reads
    .selectFrom("users")
    .selectAll()
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret);
});

test("each recovery code works only once and is stored as a hash", async () => {
  const { user, recovery } = await withApp();
  expect(new Set(recovery).size).toBe(10);
  const code = recovery[0] ?? "";
  const rows = JSON.stringify(await app.reads.selectFrom("recovery_codes").selectAll().execute());
  expect(rows).not.toContain(code.replace("-", ""));
  const { challenge } = (await login(user)).json;
  expect((await verify(challenge, code.toLowerCase())).status).toBe(200);
  const next = (await login(user)).json.challenge;
  expect((await verify(next, code)).status).toBe(401);
});

test("users can enter their password to get new recovery codes, which replace the old ones", async () => {
  const { user, client, recovery } = await withApp();
  expect((await client.submit("/account/recovery-codes", { current: "wrong one" })).status).toBe(422);
  const page = (await client.submit("/account/recovery-codes", { current: user.password })).text;
  const fresh = /[A-Z2-9]{5}-[A-Z2-9]{5}/.exec(page)?.[0] ?? "";
  const { challenge } = (await login(user)).json;
  expect((await verify(challenge, recovery[1] ?? "")).status).toBe(401);
  expect((await verify(challenge, fresh)).status).toBe(200);
});

test("two-step sign-in is turned on only after the first correct code", async () => {
  const user = await seedUser(app, ["supervisor"]);
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  expect((await client.submit("/account/two-step", { way: "email", current: "wrong one" })).status).toBe(422);
  await client.submit("/account/two-step", { way: "email", current: user.password });
  const code = await sentCode(app, user.email);
  expect((await client.submit("/account/two-step/confirm", { digits: wrongOf(code) })).status).toBe(422);
  expect((await login(user)).json).toHaveProperty("token");
  await client.submit("/account/two-step/confirm", { digits: code });
  expect((await login(user)).json).toMatchObject({ mfa_required: true, way: "email" });
});

test("users can turn off two-step sign-in with their password, and admins can do it for a user who lost their phone", async () => {
  const { user, client } = await withApp();
  expect((await client.submit("/account/two-step/off", { current: "wrong one" })).status).toBe(422);
  expect((await client.submit("/account/two-step/off", { current: user.password })).location).toBe(
    "/account",
  );
  expect((await client.get("/account")).text).toContain("Two-step sign-in is off");
  expect((await login(user)).json).toHaveProperty("token");
  const lost = (await withApp()).user;
  const admin = new Client(url);
  await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
  expect((await admin.patch(`/api/admin/users/${lost.id}`, { two_step: "off" })).json.two_step).toBe("off");
  expect((await admin.patch(`/api/admin/users/${lost.id}`, { two_step: "sms" })).status).toBe(422);
  expect((await login(lost)).json).toHaveProperty("token");
});

test("REQUIRE_MFA=admins requires an emailed code from admins only", async () => {
  const admin = await seedUser(strict.app, ["admin", "supervisor"]);
  const other = await seedUser(strict.app, ["supervisor"]);
  const first = await login(admin, new Client(strict.url));
  expect(first.json).toMatchObject({ mfa_required: true, way: "email" });
  const code = await sentCode(strict.app, admin.email);
  expect((await verify(first.json.challenge, code, new Client(strict.url))).json.home).toBe("/admin");
  expect((await login(other, new Client(strict.url))).json).toHaveProperty("token");
});

test.each([
  [{}, 422],
  [{ challenge: "x", code: "12345" }, 422],
  [{ challenge: "x", code: 123456 }, 422],
  [{ challenge: "x", code: "123456" }, 401],
  [{ challenge: "x".repeat(101), code: "123456" }, 422],
])("a second step with %j returns %i", async (body, status) => {
  expect((await new Client(url).post("/api/login/verify", body)).status).toBe(status);
});
