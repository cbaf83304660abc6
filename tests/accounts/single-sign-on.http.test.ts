import { afterEach, expect, test } from "vitest";
import { minute, second } from "~/core/time";
import { Client } from "../support/client";
import { textOf } from "../support/plain-page";
import { seedUser, staffClient } from "../support/seed";
import { clientSecret } from "../support/sign-on-provider";
import { someone, startSsoClinic } from "../support/sso-clinic";

const { server, app, clock, url, provider, admin, save, signIn, userOf, rolesOf } = await startSsoClinic();

afterEach(async () => {
  provider.forgeWith(null);
  provider.useWrongKey(false);
  await app.db.deleteFrom("limits").execute();
});

test("the first sign-in adds the user with the roles from the provider, and later sign-ins use the same account", async () => {
  const ann = someone({ groups: ["fn-leads", "fn-admins", "else"] });
  const { client, reply } = await signIn(ann);
  expect([reply.status, reply.location]).toEqual([303, "/admin"]);
  expect((await client.get("/account")).status).toBe(200);
  expect(await userOf(ann)).toMatchObject({
    name: "Pat Lee",
    password_hash: null,
    sso_subject: `${provider.issuer} ${ann.sub}`,
  });
  expect(await rolesOf(ann)).toEqual(["admin", "supervisor"]);
  const renamed = { ...ann, email: "new-name@clinic.example" };
  expect((await signIn(renamed)).reply.status).toBe(303);
  expect(await userOf(renamed)).toMatchObject({ sso_subject: `${provider.issuer} ${ann.sub}` });
  expect(await userOf(ann)).toBeUndefined();
});

test("an existing user with the same email address keeps their account, which is linked to the provider", async () => {
  const before = await seedUser(app, ["therapist"]);
  await signIn(someone({ email: before.email }));
  expect(
    await app.reads.selectFrom("users").selectAll().where("email", "=", before.email).execute(),
  ).toMatchObject([{ id: before.id, password_hash: before.password_hash }]);
  const other = await signIn(someone({ email: before.email }));
  expect(other.says).toContain(
    "Your email address is already linked to another account at your identity provider.",
  );
});

test("a role removed at the provider is removed in Firstnight at the next sign-in", async () => {
  const ann = someone({ groups: ["fn-admins", "fn-leads"] });
  const { client } = await signIn(ann);
  expect((await client.get("/admin")).status).toBe(200);
  const next = await signIn({ ...ann, groups: ["fn-leads"] });
  expect(next.reply.location).toBe("/supervisordashboard");
  expect((await client.get("/admin")).status).toBe(302);
  const last = await signIn({ ...ann, groups: [] });
  expect(last.says).toContain("Your account has no role in Firstnight.");
  expect(await rolesOf(ann)).toEqual([]);
  expect((await next.client.get("/account")).status).toBe(302);
});

test("no user is added if the email domain isn't allowed, the email address is unverified, or there is no role", async () => {
  const refused = [
    [someone({ email: "ann@elsewhere.example" }), "is not in an allowed email domain"],
    [someone({ email: "ann@not-clinic.example" }), "is not in an allowed email domain"],
    [someone({ email_verified: false }), "did not confirm your email address"],
    [someone({ groups: ["else"] }), "has no role in Firstnight"],
  ] as const;
  for (const [account, reason] of refused) {
    const { reply, says } = await signIn(account);
    expect([reply.status, says]).toEqual([403, expect.stringContaining(reason)]);
    expect(await userOf(account)).toBeUndefined();
  }
});

test("a closed account stays closed", async () => {
  const closed = await seedUser(app, ["supervisor"], { disabled_at: clock.now() });
  expect((await signIn(someone({ email: closed.email }))).says).toContain("Your account is closed.");
});

test("a response is refused if it has the wrong state, comes from another browser, or was already used", async () => {
  const ann = someone();
  const changed = await signIn(ann, { onReturn: (back) => back.replace(/state=[^&]+/, "state=other") });
  expect([changed.reply.status, changed.says]).toEqual([
    401,
    expect.stringContaining("belongs to another sign-in"),
  ]);
  const { client, back } = await signIn(ann);
  expect(textOf((await new Client(url).get(back)).text)).toContain(
    "took too long or was started in another browser",
  );
  expect(textOf((await client.get(back)).text)).toContain("took too long or was started in another browser");
});

test("an ID token is refused if it has expired or has the wrong nonce, audience, issuer, or signature", async () => {
  const ann = someone();
  const nonce = await signIn(ann, { atProvider: (address) => address.replace(/nonce=[^&]+/, "nonce=other") });
  expect([nonce.reply.status, nonce.says]).toEqual([401, expect.stringContaining("or another sign-in")]);
  provider.forgeWith((claims) => ({ ...claims, aud: "another-application" }));
  expect((await signIn(ann)).says).toContain("meant for another application");
  provider.forgeWith((claims) => ({ ...claims, iss: "https://evil.example" }));
  expect((await signIn(ann)).reply.status).toBe(401);
  const past = Math.floor(clock.now() / second) - 600;
  provider.forgeWith((claims) => ({ ...claims, iat: past - 60, exp: past }));
  expect((await signIn(ann)).says).toContain("has expired");
  provider.forgeWith(null);
  provider.useWrongKey(true);
  expect((await signIn({ ...ann, amr: ["pwd"] })).says).toContain("couldn't be verified");
  expect(await userOf(ann)).toBeUndefined();
});

test("a sign-in that is canceled at the provider or takes too long doesn't open a session", async () => {
  const canceled = await signIn(someone(), {
    onReturn: (back) =>
      `/sso/callback?error=access_denied&${new URL(back).search.slice(1).replace(/code=[^&]+&?/, "")}`,
  });
  expect(canceled.says).toContain("the sign-in was canceled there");
  const slow = await signIn(someone(), {
    onReturn(back) {
      clock.advance(16 * minute);
      return back;
    },
  });
  clock.set(Date.now());
  expect(slow.says).toContain("took too long");
});

test("with REQUIRE_MFA, a code is required unless the provider already checked a second factor", async () => {
  const strict = await startSsoClinic({ REQUIRE_MFA: "all" });
  expect((await strict.signIn(someone({ amr: ["pwd", "otp"] }))).reply.status).toBe(303);
  const { reply, says } = await strict.signIn(someone({ amr: ["pwd"] }));
  expect([reply.status, says]).toEqual([401, expect.stringContaining("We sent you a code by email.")]);
  expect(reply.text).toMatch(/name="challenge" value="[\w-]{43}"/);
});

test("local sign-in can be turned off for single sign-on users only if another admin can still sign in", async () => {
  const ann = someone();
  await signIn(ann);
  const refused = await save({ local_off: "on" });
  expect([refused.status, textOf(refused.text)]).toEqual([
    409,
    expect.stringContaining("At least one admin must have a password"),
  ]);
  const localAdmin = await seedUser(app, ["admin"], { two_step: "email" });
  const linked = await seedUser(app, ["supervisor"]);
  await signIn(someone({ email: linked.email }));
  expect((await save({ local_off: "on" })).status).toBe(303);
  const login = (user: { email: string; password: string }) =>
    new Client(url).post("/api/login", { email: user.email, password: user.password });
  const ssoOnly = await login(linked);
  expect([ssoOnly.status, ssoOnly.json.error]).toEqual([
    403,
    "Your account uses single sign-on. Choose “Sign in with single sign-on”.",
  ]);
  expect((await login(localAdmin)).json.mfa_required).toBe(true);
  const patched = await admin.patch(`/api/admin/users/${localAdmin.id}`, { two_step: "off" });
  expect([patched.status, patched.json.error]).toEqual([409, expect.stringContaining("At least one admin")]);
  const ssoSignIn = await signIn(someone({ email: localAdmin.email, groups: ["fn-admins"] }));
  expect(ssoSignIn.says).toContain("At least one admin must have");
  await save();
});

test("the connection test and a test sign-in show the provider's response and change nothing", async () => {
  const tested = textOf((await admin.submit("/admin/single-sign-on/test", {})).text);
  expect(tested).toContain(`The provider responded as ${provider.issuer}.`);
  const ann = someone({ groups: ["fn-leads", "else"] });
  provider.become(ann);
  const start = await admin.get("/sso?trial=1");
  const text = textOf((await admin.get(await provider.visit(start.headers.get("location") ?? ""))).text);
  expect(text).toContain("This user could sign in.");
  expect(text).toContain("fn-leads, else");
  expect(await userOf(ann)).toBeUndefined();
  expect((await admin.get("/admin")).status).toBe(200);
});

test("the client secret is stored encrypted, never shown again, and required when the issuer changes", async () => {
  const row = await app.reads.selectFrom("single_sign_on").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(clientSecret);
  expect((await admin.get("/admin/single-sign-on")).text).not.toContain(clientSecret);
  expect((await save({ client_secret: "" })).status).toBe(303);
  const moved = await save({ client_secret: "", issuer: "https://login.clinic.example" });
  expect(textOf(moved.text)).toContain("Enter the client secret.");
  const own = await save({ issuer: "https://10.1.2.3" });
  expect(textOf(own.text)).toContain("ALLOW_PRIVATE_HOSTS");
});

test("while the provider is down, the sign-in page and Health show the problem, and local sign-in still works", async () => {
  await provider.stop();
  clock.advance(11 * minute);
  const local = await seedUser(app, ["supervisor"]);
  const client = new Client(url);
  const start = await client.get("/sso");
  expect(textOf(start.text)).toContain("The provider can't be reached. The connection was refused.");
  expect(textOf(start.text)).toContain("If you have a Firstnight password, you can use it instead.");
  const login = await client.post("/api/login", { email: local.email, password: local.password });
  expect(login.json.user_id).toBe(local.id);
  const fresh = await staffClient(server, "admin");
  expect(textOf((await fresh.submit("/admin/single-sign-on/test", {})).text)).toContain("can't be reached");
  expect(textOf((await fresh.get("/admin/health")).text)).toContain("The connection was refused.");
});
