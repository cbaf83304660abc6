import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { second } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedUser, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { someone, startSsoClinic } from "../support/sso-clinic";

const server = await startServer();
const { app, url, clock } = server;

async function signedIn() {
  const user = await seedUser(app, ["supervisor"]);
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  return { user, client, open: (path: string) => PlainPage.open(client, path) };
}

test("the setup form creates the first admin, who then sees the users", async () => {
  const { url: at, setupLink } = await startServer();
  const page = await PlainPage.open(new Client(at), new URL(setupLink ?? "").pathname);
  const done = await page.press("Set up", {
    name: "Ann Lee",
    email: "ann@clinic.example",
    phone: "(919) 555-0123",
    password: "a long enough password",
    company: "Quiet Nights",
    database: "QHMS",
  });
  expect([done.path, done.text.includes("ann@clinic.example")]).toEqual(["/admin", true]);
});

test("a user changes their password on the account page", async () => {
  const { user, open } = await signedIn();
  const page = await (await open("/account")).follow("Change password");
  const password = "another long enough password";
  const done = await page.press("Change password", { current: user.password, password, repeated: password });
  expect([done.path, done.status]).toEqual(["/account", 200]);
  expect((await new Client(url).post("/api/login", { email: user.email, password })).status).toBe(200);
});

test("a user turns two-step sign-in on, gets new recovery codes, and turns it off", async () => {
  const { user, open } = await signedIn();
  const current = user.password;
  const ask = await open("/account/two-step");
  const confirm = await ask.press("Continue", { way: "totp", current });
  const secret = /\b[A-Z2-7]{32}\b/.exec(confirm.text)?.[0] ?? "";
  const digits = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  const codes = /[A-Z2-9]{5}-[A-Z2-9]{5}/g;
  const on = await confirm.press("Turn on", { digits });
  const first = on.text.match(codes) ?? [];
  expect(first.length).toBeGreaterThan(5);
  clock.advance(31 * second);
  const renewed = await (await open("/account/recovery-codes")).press("Create new codes", { current });
  expect(renewed.text.match(codes)).toHaveLength(first.length);
  expect(renewed.text).not.toContain(first[0]);
  const off = await (await open("/account/two-step/off")).press("Turn off", { current });
  expect(off.path).toBe("/account");
  const signIn = await new Client(url).post("/api/login", { email: user.email, password: user.password });
  expect(signIn.json.roles).toEqual(["supervisor"]);
});

test("a user changes the display, the keyboard shortcuts, and their sessions", async () => {
  const { user, client, open } = await signedIn();
  const other = new Client(url);
  await signInStaff(app, other, user.id);
  const shown = await (await open("/account")).press("Save", { roomy: "on" });
  expect(shown.path).toBe("/account");
  expect(shown.values("roomy")).toEqual(["on"]);
  const keysOff = await (await open("/account/keys")).press("Turn off");
  const keysOn = await keysOff.press("Turn on");
  expect(keysOn.text).toContain("Single-key shortcuts are on in this browser.");
  const one = await (await open("/account")).press(/^Sign out of/);
  expect(one.path).toBe("/account");
  expect((await other.get("/account")).location).toMatch(/^\/login/);
  await signInStaff(app, other, user.id);
  await (await open("/account")).press("Sign out everywhere");
  expect((await other.get("/account")).location).toMatch(/^\/login/);
  expect((await client.get("/supervisordashboard")).location).toMatch(/^\/login/);
});

test("an admin adds, changes, resets, reassigns, and deletes a user, and verifies the audit log", async () => {
  const admin = await staffClient(server, "admin");
  const open = (path: string) => PlainPage.open(admin, path);
  const email = "new.person@clinic.example";
  const added = await (await open("/admin")).press("Add User", {
    email,
    phone: "(919) 555-0188",
    role: "supervisor",
  });
  expect(added.text).toContain(email);
  const { id } = await app.reads
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const changed = await (await open(`/admin?edit=${id}`)).press("Update User", { name: "New Person" });
  expect(changed.text).toContain("New Person");
  const row = await open(`/admin?q=${encodeURIComponent(email)}`);
  expect((await row.press(`Reset PW for ${email}`)).text).toContain("sent");
  const conversation = await app.db
    .insertInto("threads")
    .values({ phone: "+19195550177", created_at: clock.now(), assignee_user_id: id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const reassigned = await (await open(`/admin/users/${id}/hand-over`)).press("Reassign");
  expect(reassigned.status).toBe(200);
  const { assignee_user_id } = await app.reads
    .selectFrom("threads")
    .select("assignee_user_id")
    .where("id", "=", conversation.id)
    .executeTakeFirstOrThrow();
  expect(assignee_user_id).not.toBe(id);
  const gone = await (await open(`/admin/users/${id}/delete`)).press(`Delete ${email}`);
  expect(gone.table("Users").some((row) => JSON.stringify(row).includes(email))).toBe(false);
  expect((await (await open("/admin/audit")).press("Verify")).text).toMatch(/complete|verified|unchanged/i);
});

test("an admin saves, tests, and turns off single sign-on, and unlinks a user", async () => {
  const clinic = await startSsoClinic();
  const open = (path: string) => PlainPage.open(clinic.admin, path);
  const saved = await (await open("/admin/single-sign-on")).press("Save", clinic.settings);
  expect(saved.text).toContain("Saved");
  const tested = await (await open("/admin/single-sign-on/test")).press("Test the connection");
  expect(tested.buttons("Test again")).toEqual(["Test again"]);
  const account = someone();
  await clinic.signIn(account);
  const user = await clinic.userOf(account);
  expect(user?.sso_subject).not.toBeNull();
  await (await open(`/admin/users/${user?.id}/unlink`)).press("Unlink");
  expect((await clinic.userOf(account))?.sso_subject).toBeNull();
  const off = await (await open("/admin/single-sign-on/remove")).press("Turn off");
  expect(off.text).toContain("Single sign-on is off");
});
