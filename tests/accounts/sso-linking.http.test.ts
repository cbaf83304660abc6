import { afterEach, expect, test } from "vitest";
import { auditLogOf } from "../support/acts";
import { Client } from "../support/client";
import { textOf } from "../support/plain-page";
import { seedTherapist, seedUser } from "../support/seed";
import { softPasskey } from "../support/soft-passkey";
import { someone, startSsoClinic } from "../support/sso-clinic";

const clinic = await startSsoClinic({}, "localhost");
const { app, url, provider, admin, save, signIn, userOf } = clinic;

afterEach(async () => {
  await save();
  await app.db.deleteFrom("limits").execute();
});

const notConfirmed =
  "The provider did not confirm your email address, so you can't sign in for the first time.";

test("an email address not confirmed by the provider gives no access to an existing account or therapist profile", async () => {
  const before = await seedUser(app, ["admin"]);
  const profile = await seedTherapist(app);
  await app.db
    .updateTable("therapists")
    .set({ email: "new@clinic.example", user_id: null })
    .where("id", "=", profile.id)
    .execute();
  for (const email_verified of [null, false]) {
    for (const email of [before.email, "new@clinic.example"]) {
      const { reply, says } = await signIn(someone({ email, email_verified }));
      expect([reply.status, says]).toEqual([403, expect.stringContaining(notConfirmed)]);
    }
  }
  expect(await userOf({ sub: "", email: before.email })).toMatchObject({ sso_subject: null });
  expect(await userOf({ sub: "", email: "new@clinic.example" })).toBeUndefined();
});

test("another user's address in the ID token isn't confirmed by the userinfo of the user who signs in", async () => {
  const victim = await seedUser(app, ["admin"]);
  const attacker = someone();
  provider.forgeWith((claims) => ({ ...claims, email: victim.email }));
  const { reply } = await signIn(attacker);
  provider.forgeWith(null);
  expect(await userOf({ sub: "", email: victim.email })).toMatchObject({ sso_subject: null });
  expect([reply.status, await userOf(attacker)]).toMatchObject([303, { email: attacker.email }]);
});

test("an admin can specify that the provider confirms its users' email addresses", async () => {
  const before = await seedUser(app, ["supervisor"]);
  await save({ emails_confirmed: "on" });
  expect((await admin.get("/admin/single-sign-on")).text).toMatch(/name="emails_confirmed"[^>]* checked/);
  const own = someone({ email: before.email, email_verified: null });
  expect((await signIn(own)).reply.status).toBe(303);
  expect((await signIn(someone({ email_verified: null }))).reply.status).toBe(303);
  const marked = await signIn(someone({ email_verified: false }));
  expect(marked.says).toContain(notConfirmed);
  await save();
  expect((await signIn(own)).reply.status).toBe(303);
});

test("a Microsoft sign-in that is open to every organization can't be trusted to confirm email addresses", async () => {
  for (const tenant of ["common", "organizations", "consumers"]) {
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`;
    const { status, text } = await save({ issuer, emails_confirmed: "on" });
    expect([status, textOf(text)]).toEqual([422, expect.stringContaining("your organization's own issuer")]);
  }
});

test("a test sign-in shows that the provider doesn't confirm the email address", async () => {
  provider.become(someone({ email_verified: null }));
  const start = await admin.get("/sso?trial=1");
  const text = textOf((await admin.get(await provider.visit(start.headers.get("location") ?? ""))).text);
  expect(text).toContain("A new user like this one could not sign in.");
  expect(text).toContain("the provider hasn't verified it");
});

test("a user who has another account at the provider can sign in after an admin unlinks them", async () => {
  const first = someone();
  const { client } = await signIn(first);
  const again = someone({ email: first.email });
  expect((await signIn(again)).says).toContain("Ask an admin to unlink it under User Management.");
  const id = (await userOf(first))?.id;
  expect((await admin.get(`/admin?edit=${id}`)).text).toContain(`href="/admin/users/${id}/unlink"`);
  expect(textOf((await admin.get(`/admin/users/${id}/unlink`)).text)).toContain("Unlink Pat Lee");
  expect((await admin.patch(`/api/admin/users/${id}`, { single_sign_on: true })).status).toBe(422);
  expect((await admin.submit(`/admin/users/${id}/unlink`, {})).location).toBe("/admin");
  expect((await client.get("/account")).status).toBe(302);
  expect(await userOf(first)).toMatchObject({ sso_subject: null });
  const [entry] = (await auditLogOf(app, { action: "user.changed", subject: `user ${id}` })).slice(-1);
  expect(entry?.details).toContain('"single_sign_on":[true,false]');
  expect((await admin.get(`/admin?edit=${id}`)).text).not.toContain("/unlink");
  expect((await signIn(again)).reply.status).toBe(303);
});

test("changing the issuer or client, or removing single sign-on, unlinks every user", async () => {
  const ann = someone();
  const isLinked = async () => (await userOf(ann))?.sso_subject !== null;
  await signIn(ann);
  await save({ client_id: "another" });
  expect(await isLinked()).toBe(false);
  await save();
  await signIn(ann);
  await save({ domains: "clinic.example, else.example" });
  expect(await isLinked()).toBe(true);
  await save({ issuer: "https://login.clinic.example" });
  expect(await isLinked()).toBe(false);
  await save();
  await signIn(ann);
  await admin.submit("/admin/single-sign-on/remove", {});
  expect(await isLinked()).toBe(false);
});

async function withLocalOff() {
  await seedUser(app, ["admin"], { two_step: "email" });
  await save({ local_off: "on" });
}

test("while local sign-in is off, a passkey works only as the second step after single sign-on", async () => {
  const ann = someone();
  const { client } = await signIn(ann);
  const passkey = softPasskey(url);
  const made = passkey.make((await client.post("/api/passkeys/options")).json);
  await client.submit("/account/passkeys/new", { name: "Laptop", response: JSON.stringify(made) });
  await withLocalOff();
  const { reply } = await signIn(ann);
  const [, challenge = ""] = /name="challenge" value="([\w-]{43})"/.exec(reply.text) ?? [];
  const ask = async (first: object) => (await new Client(url).post("/api/login/passkey/options", first)).json;
  const enter = async (first: object) => {
    const response = passkey.sign(await ask(first));
    return new Client(url).post("/api/login/passkey", { response });
  };
  const alone = await enter({});
  expect([alone.status, alone.json.error]).toEqual([403, expect.stringContaining("uses single sign-on")]);
  const response = passkey.sign(await ask({ challenge }));
  expect((await enter({ challenge })).json).toMatchObject({ user_name: "Pat Lee" });
  expect((await new Client(url).post("/api/login/passkey", { response })).status).toBe(401);
  expect((await new Client(url).post("/api/login/passkey/options", { challenge })).status).toBe(401);
});

test("while local sign-in is off, a password reset request explains that users sign in with single sign-on", async () => {
  const ann = someone();
  await signIn(ann);
  await withLocalOff();
  const reply = await new Client(url).post("/api/request-password-reset", { email: ann.email });
  expect(reply.json).toEqual({ success: true });
  const sent = await app.reads
    .selectFrom("outbox")
    .select(["kind", "body_sealed"])
    .where("recipient", "=", ann.email)
    .where("kind", "=", "password-reset")
    .execute();
  expect(sent).toHaveLength(1);
  const body = app.secrets.open(sent[0]?.body_sealed ?? "");
  expect(body).toContain("Sign in with single sign-on");
  expect(body).not.toContain("/reset-password/");
  const id = (await userOf(ann))?.id;
  const byAdmin = await admin.post(`/api/admin/users/${id}/reset-password`);
  expect([byAdmin.status, byAdmin.json.error]).toEqual([409, expect.stringContaining("Unlink")]);
});

test("a new email address at the provider goes to the user and the therapist profile", async () => {
  const person = someone();
  await signIn(person);
  const user = await userOf(person);
  const profile = await seedTherapist(app, { user_id: user?.id ?? null, email: person.email });
  const emailOf = () =>
    app.db.selectFrom("therapists").select("email").where("id", "=", profile.id).executeTakeFirstOrThrow();
  const taken = await seedUser(app, ["supervisor"]);
  expect((await signIn({ ...person, email: taken.email })).reply.status).toBe(303);
  expect((await emailOf()).email).toBe(person.email);
  const email = `married-${person.email}`;
  expect((await signIn({ ...person, email, email_verified: false })).reply.status).toBe(303);
  expect((await emailOf()).email).toBe(person.email);
  const { reply, client } = await signIn({ ...person, email });
  expect(reply.status).toBe(303);
  expect((await client.get("/api/session")).json).toMatchObject({ kind: "staff" });
  expect((await emailOf()).email).toBe(email);
  expect(await userOf({ sub: "", email })).toMatchObject({ id: user?.id });
});
