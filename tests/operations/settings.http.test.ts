import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { withSavedSettings } from "~/boot/settings.server";
import { deleteOutgoing } from "~/cli/commands/restore-drill";
import { projectRoot } from "~/core/root.server";
import { adminSettings, settingNames } from "~/core/settings/admin-settings.server";
import { combine } from "~/core/settings/live.server";
import { day, hour, minute } from "~/core/time";
import { startBackups } from "~/operations/backup/start-backups.server";
import { checkHealth } from "~/operations/health/health.server";
import { auditLogOf } from "../support/acts";
import { atEnd } from "../support/cleanup";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { agree, write } from "../support/http-actions";
import { startMailServer } from "../support/mail-server";
import { PlainPage } from "../support/plain-page";
import { onFile, openScratch, scratchConfig, scratchFolder } from "../support/scratch";
import { seedClinic, seedPasskey, seedSlots, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const own = "+19195550123";

async function asAdmin(
  environment: Record<string, string> = {},
  over: NonNullable<Parameters<typeof seedUser>[2]> = {},
) {
  const server = await startServer({ BACKUP_EVERY: "", ...environment });
  const admin = await seedUser(server.app, ["admin"], { phone: own, name: "Ann Lee", ...over });
  const client = new Client(server.url);
  await signInStaff(server.app, client, admin.id);
  const open = (screen: string) => PlainPage.open(client, `/admin/settings/${screen}`);
  return { ...server, admin, client, open };
}

/** A server without a provider, whose texts would go to this fake Twilio. */
async function withTwilio(environment: Record<string, string> = {}) {
  const twilio = await startFakeTwilio();
  const server = await asAdmin({ ...environment, TWILIO_API_BASE: twilio.url });
  const account = {
    SMS_PROVIDER: "twilio",
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: "(919) 555-0199",
  };
  return { ...server, twilio, account };
}

const patient = "+19195550177";

test("texts that an admin sets up are tested, sealed, and used for the next message without a restart", async () => {
  const { app, open, twilio, account, url } = await withTwilio();
  await agree(app, patient);
  const page = await open("texts");
  expect(page.values("test_to")).toEqual(["(919) 555-0123"]);
  const saved = await page.press("Test and save", account);
  expect(saved.text).toContain("Saved. Twilio accepted the test text.");
  expect(twilio.messages.map(({ to, from }) => [to, from])).toEqual([[own, "+19195550199"]]);
  await write(app, patient, "Your visit is on Tuesday.");
  await eventually(
    async () => twilio.messages.filter(({ to }) => to === patient).length,
    (count) => count === 1,
  );
  // Replies and reports are accepted, because their signature is checked with the same token.
  expect((await twilio.bring(url, { from: patient, body: "Thanks" })).status).not.toBe(403);
  const again = await open("texts");
  expect(again.text).toContain(`Saved, ends in ${twilio.authToken.slice(-4)}.`);
  expect(saved.html + again.html).not.toContain(twilio.authToken);
  const rows = await app.db.selectFrom("settings").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(twilio.authToken);
  expect(rows.find(({ name }) => name === "TWILIO_AUTH_TOKEN")).toMatchObject({ value: null });
  expect(rows.find(({ name }) => name === "TWILIO_FROM")).toMatchObject({ value: "+19195550199" });
  const [entry] = await auditLogOf(app, { action: "settings.changed" });
  expect(JSON.parse(entry?.details ?? "")).toMatchObject({
    SMS_PROVIDER: { from: null, to: "twilio" },
    TWILIO_AUTH_TOKEN: "replaced",
  });
  expect(JSON.stringify(entry)).not.toContain(twilio.authToken);
  const texts = (await checkHealth(app)).find(({ name }) => name === "Texts");
  expect(texts?.message).toContain("Twilio is set up.");
  const tested = await again.press("Send a test text");
  expect(tested.text).toContain("Twilio accepted the test text.");
  const off = await tested.press("Test and save", { SMS_PROVIDER: "outbox" });
  expect(off.text).toContain("Saved. Texts aren't sent.");
  const sent = twilio.messages.length;
  await write(app, patient, "Nobody gets this.");
  await eventually(
    () => app.reads.selectFrom("outbox").select("status").orderBy("id", "desc").limit(1).execute(),
    ([newest]) => newest?.status === "delivered",
  );
  expect(twilio.messages.length).toBe(sent);
});

test("if the test text fails, nothing is saved, and the previous account is still used", async () => {
  const { app, open, twilio, account } = await withTwilio();
  const wrong = await (await open("texts")).press("Test and save", {
    ...account,
    TWILIO_AUTH_TOKEN: "wrong",
  });
  expect(wrong.status).toBe(409);
  expect(wrong.text).toContain(
    "Nothing was saved, because the test text failed: Twilio did not accept the account SID or auth token. Check the Twilio settings. Texts are still off. Enter the auth token again.",
  );
  const all = await PlainPage.open(wrong.client, "/admin/settings");
  expect(all.table("Texts")[0]).toMatchObject({ Setting: "Texts", Value: "Don't send texts" });
  expect(wrong.values("TWILIO_FROM")).toEqual(["(919) 555-0199"]);
  expect(wrong.values("TWILIO_AUTH_TOKEN")).toEqual([""]);
  expect(await app.db.selectFrom("settings").selectAll().execute()).toEqual([]);
  const saved = await wrong.press("Test and save", account);
  expect(saved.text).toContain("Saved. Twilio accepted the test text.");
  twilio.play(() => ({ error: { status: 400, code: 21606 } }));
  const refused = await saved.press("Test and save", { TWILIO_FROM: "(919) 555-0198" });
  expect(refused.text).toContain("Texts still use the previous settings.");
  expect(app.config.twilio?.sender).toEqual({ from: "+19195550199" });
  // The failed tests aren't sent later, and Health doesn't count them.
  const tests = await app.reads.selectFrom("outbox").select("status").execute();
  expect(tests.map(({ status }) => status)).toEqual(["sent"]);
  expect((await checkHealth(app)).find(({ name }) => name === "Texts")?.state).toBe("good");
  const tried = await auditLogOf(app, { action: "settings.tested" });
  expect(tried.map(({ details }) => JSON.parse(details ?? "").accepted)).toEqual([false, true, false]);
  const untested = await refused.press("Test and save", { TWILIO_FROM: "(919) 555-0198", untested: "on" });
  expect(untested.text).toContain("Saved without a test");
  expect(app.config.twilio?.sender).toEqual({ from: "+19195550198" });
  const other = await untested.press("Test and save", { TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}` });
  expect(other.status).toBe(422);
  expect(app.config.twilio?.accountSid).toBe(twilio.accountSid);
});

test("a mail server that an admin sets up is tested and used for the next email without a restart", async () => {
  const [first, second] = [await startMailServer(), await startMailServer()];
  const { app, open, admin, clock } = await asAdmin();
  const server = {
    email: "smtp",
    host: "127.0.0.1",
    security: "none",
    port: String(first.port),
    MAIL_FROM: "Quiet Nights <visits@clinic.example>",
  };
  first.refuse(() => 550);
  const wrong = await (await open("email")).press("Test and save", server);
  expect(wrong.text).toContain("Nothing was saved, because the test email failed: The mail server doesn't");
  first.refuse(() => undefined);
  const saved = await wrong.press("Test and save", server);
  expect(saved.text).toContain("Saved. The mail server accepted the test email.");
  expect(first.arrived.map(({ subject, from }) => [subject, from?.address])).toEqual([
    ["Test from Firstnight", "visits@clinic.example"],
  ]);
  expect(saved.values("test_to")).toEqual([admin.email]);
  await saved.press("Send a test email");
  expect(first.arrived.length).toBe(2);
  clock.advance(minute);
  const moved = await (await open("email")).press("Test and save", { port: String(second.port) });
  expect(moved.text).toContain("Saved. The mail server accepted the test email.");
  await moved.press("Send a test email");
  expect([first.arrived.length, second.arrived.length]).toEqual([2, 2]);
  expect(app.config.requireMfa).toBe("admins");
  const off = await moved.press("Test and save", { email: "off" });
  expect(off.text).toContain("Saved. Email isn't sent.");
  expect(app.config.requireMfa).toBe("off");
});

test("a saved password is never sent to another mail server, and never shown", async () => {
  const { app, open } = await asAdmin();
  const typed = {
    email: "smtp",
    host: "mail.clinic.example",
    user: "visits@clinic.example",
    password: "s%cret /pass",
    MAIL_FROM: "visits@clinic.example",
    untested: "on",
  };
  await seedPasskey(app, 1, 1);
  const page = await (await open("email")).press("Test and save", typed);
  expect(page.text).toContain("Saved without a test");
  expect(app.config.mail.server).toMatchObject({
    host: "mail.clinic.example",
    port: 587,
    auth: { user: "visits@clinic.example", pass: "s%cret /pass" },
  });
  expect(page.html).not.toMatch(/s%cret|s%25cret/);
  expect(page.text).toContain("Saved. Leave this empty to keep it.");
  const kept = await page.press("Test and save", { security: "tls", port: "", untested: "on" });
  expect(app.config.mail.server).toMatchObject({ port: 465, auth: { pass: "s%cret /pass" } });
  const other = await kept.press("Test and save", { host: "mail.other.example", untested: "on" });
  expect(other.text).toContain("Enter the password of this user.");
  const open25 = await kept.press("Test and save", { security: "none", untested: "on" });
  expect(open25.text).toContain("Without encryption, only a mail server on this machine");
});

test("a mail server on a private network has to be allowed by the person who runs the server", async () => {
  const { open } = await asAdmin({ ALLOW_PRIVATE_HOSTS: "" });
  const page = await (await open("email")).press("Test and save", {
    email: "smtp",
    host: "127.0.0.1",
    MAIL_FROM: "visits@clinic.example",
  });
  expect(page.status).toBe(422);
  expect(page.text).toContain("adds it to ALLOW_PRIVATE_HOSTS");
});

test("a value of the environment wins, and the screen names its variable", async () => {
  const mail = await startMailServer();
  const { app, open, client } = await asAdmin({
    ...mail.environment,
    ACCESS_CODE_DAYS: "3",
    QUIET_HOURS: "8-21",
    REQUIRE_MFA: "off",
  });
  const booking = await open("booking");
  expect(booking.text).toContain("The server's environment sets this ( ACCESS_CODE_DAYS ).");
  await booking.press("Save", { BOOKING_LEAD_HOURS: "5" });
  expect([app.config.accessCodeDays, app.config.bookingLeadHours]).toEqual([3, 5]);
  await client.submit("/admin/settings/booking", { ACCESS_CODE_DAYS: "9" });
  expect(app.config.accessCodeDays).toBe(3);
  expect(app.settings.saved()).toEqual({ BOOKING_LEAD_HOURS: "5" });
  expect((await open("texts")).values("QUIET_HOURS")).toEqual(["8 AM to 9 PM"]);
  const email = await open("email");
  expect(email.values("SMTP_URL")).toEqual([`127.0.0.1:${mail.port}`]);
  expect(email.buttons("Test and save")).toEqual([]);
  const all = (await PlainPage.open(client, "/admin/settings")).table("Booking");
  expect(all.map((row) => [row.Value, row["Set by"]])).toEqual([
    ["3", "Environment ( ACCESS_CODE_DAYS )"],
    ["5", "Settings"],
    ["60", "Default"],
    ["24", "Default"],
  ]);
});

test("booking and code settings apply immediately, and ones that leave no time to book are refused", async () => {
  const { app, open, clock, client } = await asAdmin();
  const { therapist, order } = await seedClinic(app);
  const page = await open("booking");
  const saved = await page.press("Save", { ACCESS_CODE_DAYS: "30", BOOKING_HORIZON_DAYS: "2" });
  expect(saved.text).toContain("Saved");
  const { makeAccessCode } = await import("~/orders/access/make-access-code.server");
  await app.db
    .transaction()
    .execute((trx) => makeAccessCode({ trx, app }, order.id, { phone: null, email: "a@mail.example" }));
  const { expires_at } = await app.db
    .selectFrom("access_codes")
    .select("expires_at")
    .executeTakeFirstOrThrow();
  expect(expires_at).toBe(clock.now() + 30 * day);
  await seedSlots(app, therapist, [clock.now() + 3 * day + 7 * minute]);
  const times = async () => {
    const { json } = await client.get("/api/availability");
    return (json as { start: string }[]).filter(({ start }) => Date.parse(start) > clock.now() + 2 * day)
      .length;
  };
  expect(await times()).toBe(0);
  const never = await saved.press("Save", { BOOKING_LEAD_HOURS: "48" });
  expect(never.status).toBe(422);
  expect(never.text).toContain("Patients could not book at all.");
  const low = await saved.press("Save", { ACCESS_CODE_DAYS: "91" });
  expect(low.text).toContain("This must be a whole number from 1 to 90.");
  await (await open("booking")).press("Save", { BOOKING_HORIZON_DAYS: "60" });
  expect(await times()).toBeGreaterThan(0);
  expect(app.settings.saved()).toEqual({ ACCESS_CODE_DAYS: "30" });
  expect((await (await open("booking")).press("Save")).text).toContain("Nothing was changed.");
});

test("hours for automated texts apply immediately", async () => {
  const { app, open } = await asAdmin();
  const page = await open("texts");
  const wrong = await page.press("Save hours", { hours_from: "20", hours_to: "9" });
  expect(wrong.text).toContain("Choose an hour after the first one.");
  const saved = await wrong.press("Save hours", { hours_from: "10", hours_to: "18" });
  expect(saved.text).toContain("Saved");
  expect(app.config.textHours).toEqual({ from: 10, to: 18 });
  await saved.press("Save hours", { hours_from: "9", hours_to: "20" });
  expect(app.settings.saved()).toEqual({});
});

test("the two-step rule can be made stricter only by an admin who has a second factor", async () => {
  const { app, open, admin, clock, client } = await asAdmin();
  const refused = await (await open("security")).press("Save", { REQUIRE_MFA: "all" });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("First set up two-step sign-in or a passkey for yourself");
  expect(app.config.requireMfa).toBe("off");
  await seedPasskey(app, admin.id, 1);
  const saved = await refused.press("Save", { REQUIRE_MFA: "all", STAFF_IDLE_MINUTES: "10" });
  expect(saved.text).toContain("Saved");
  expect(app.config.requireMfa).toBe("all");
  const short = await saved.press("Save", { STAFF_IDLE_MINUTES: "4" });
  expect(short.text).toContain("This must be a whole number from 5 to 720.");
  clock.advance(11 * minute);
  expect((await client.get("/admin/settings/security")).location).toContain("/login");
});

test("an admin who signs in with an emailed code can't break email without a test", async () => {
  const mail = await startMailServer();
  const { app, open } = await asAdmin({}, { two_step: "email" });
  const typed = { email: "smtp", host: "127.0.0.1", security: "none", MAIL_FROM: "visits@clinic.example" };
  const lockOut = "because this could lock you out: you sign in with a code by email.";
  const blind = { ...typed, port: "9", untested: "on" };
  expect((await (await open("email")).press("Test and save", blind)).text).toContain(lockOut);
  const saved = await (await open("email")).press("Test and save", { ...typed, port: String(mail.port) });
  expect(saved.text).toContain("Saved. The mail server accepted the test email.");
  expect((await saved.press("Test and save", { email: "off" })).text).toContain(lockOut);
  expect(app.config.mail.server?.port).toBe(mail.port);
});

test("an admin without a second factor isn't locked out by the rule that follows from email", async () => {
  const { open, app } = await asAdmin();
  const blind = {
    email: "smtp",
    host: "127.0.0.1",
    security: "none",
    port: "9",
    MAIL_FROM: "visits@clinic.example",
    untested: "on",
  };
  const page = await (await open("email")).press("Test and save", blind);
  expect(page.text).toContain("because this could lock you out");
  expect(app.config.mail.server).toBeNull();
});

test("the backup folder is tested before it is saved, and the schedule follows without a restart", async () => {
  const { app, open, clock } = await asAdmin({ ...onFile, STAFF_IDLE_MINUTES: "720" });
  const dir = join(scratchFolder(), "elsewhere");
  const blocked = join(scratchFolder(), "file");
  writeFileSync(blocked, "");
  const page = await open("backups");
  expect((await page.press("Save", { BACKUP_DIR: blocked })).text).toContain("already exists and is not a");
  expect((await page.press("Save", { BACKUP_DIR: "backups" })).text).toContain("Enter the whole path");
  const served = join(projectRoot, "public/../public/backups");
  expect((await page.press("Save", { BACKUP_DIR: served })).text).toContain("Anyone could download backups");
  expect(existsSync(join(projectRoot, "public/backups"))).toBe(false);
  const off = await page.press("Save", { BACKUP_EVERY: "off" });
  const stop = startBackups(app, 20);
  atEnd(stop);
  const saved = await off.press("Save", { BACKUP_DIR: dir, BACKUP_EVERY: "1h", BACKUP_KEEP: "2" });
  expect(saved.text).toContain("Saved");
  const backups = () => (existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith(".gz")) : []);
  await eventually(
    async () => backups().length,
    (count) => count === 1,
  );
  clock.advance(hour + minute);
  await eventually(
    async () => backups().length,
    (count) => count === 2,
  );
  await stop();
  expect((await saved.press("Test the folder")).text).toContain("A test file was written and removed.");
  // A command that doesn't open the app uses the same folder.
  const { dataDir } = app.config;
  const commands = withSavedSettings(scratchConfig({ ...onFile, DATA_DIR: dataDir, BACKUP_EVERY: "" }));
  expect(commands.backups).toMatchObject({ dir, keep: 2 });
  const back = await saved.press("Save", { BACKUP_DIR: join(dataDir, "backups") });
  expect(back.text).toContain("Saved");
  expect(app.settings.saved()).toEqual({ BACKUP_EVERY: "1h", BACKUP_KEEP: "2" });
});

test("another instance sees a change, and a restart keeps it", async () => {
  const { app, open, stop } = await asAdmin();
  const { config } = app;
  const environment = { DATA_DIR: config.dataDir, BACKUP_EVERY: "" };
  const other = openScratch(environment);
  atEnd(() => other.close());
  await other.settings.load();
  expect(other.config.accessCodeDays).toBe(7);
  await (await open("booking")).press("Save", { ACCESS_CODE_DAYS: "12" });
  const { mail } = other.config;
  await other.settings.load();
  expect(other.config.accessCodeDays).toBe(12);
  // Otherwise providers would be opened again.
  expect(other.config.mail).toBe(mail);
  await stop();
  const again = await startServer(environment);
  expect(again.app.config.accessCodeDays).toBe(12);
});

test("a saved setting that can't be used has no effect, and Health explains it", async () => {
  const { app, open, twilio, account } = await withTwilio();
  await (await open("texts")).press("Test and save", account);
  await (await open("booking")).press("Save", { BOOKING_LEAD_HOURS: "40" });
  const changed = openApp(
    scratchConfig({
      DATA_DIR: app.config.dataDir,
      APP_SECRET: "another secret that only the tests know",
      BOOKING_HORIZON_DAYS: "1",
    }),
  );
  atEnd(() => changed.close());
  await changed.settings.load();
  expect(changed.config).toMatchObject({ twilio: null, smsProvider: "outbox", bookingLeadHours: 2 });
  const checks = await checkHealth(changed);
  const setting = (label: string) => checks.find(({ name }) => name === `Setting: ${label}`);
  expect(setting("Auth token")).toMatchObject({ state: "bad", href: "/admin/settings/texts" });
  expect(setting("Auth token")?.message).toContain("because the server's secret was changed since");
  expect(setting(adminSettings.BOOKING_LEAD_HOURS.label)?.state).toBe("bad");
  expect(JSON.stringify(checks)).not.toContain(twilio.authToken);
});

test("a restore drill doesn't use the saved providers", async () => {
  const { app, open, account } = await withTwilio(onFile);
  await (await open("texts")).press("Test and save", account);
  deleteOutgoing(app.config.dataDir);
  await app.settings.load();
  expect(app.config.twilio).toBeNull();
});

test("the demo can't be connected to a provider", async () => {
  const server = await startServer({}, undefined, { demo: true });
  const client = new Client(server.url);
  await signInStaff(server.app, client, (await seedUser(server.app, ["admin"])).id);
  const page = await PlainPage.open(client, "/admin/settings/texts");
  const refused = await page.press("Test and save", {
    SMS_PROVIDER: "twilio",
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_AUTH_TOKEN: "token",
    TWILIO_FROM: "(919) 555-0199",
    untested: "on",
  });
  expect(refused.text).toContain("The demo never sends texts or email.");
});

test("only admins open the settings", async () => {
  const { app, url } = await asAdmin();
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
  for (const screen of ["", "/texts", "/email", "/booking", "/security", "/backups"])
    expect((await client.get(`/admin/settings${screen}`)).status).not.toBe(200);
});

test("the search finds settings by their label and by their variable", async () => {
  const { client } = await asAdmin();
  for (const typed of ["access code valid", "QUIET_HOURS", "smtp"]) {
    const page = await PlainPage.open(client, `/search?q=${encodeURIComponent(typed)}`);
    expect(page.html, typed).toMatch(/href="\/admin\/settings/);
  }
});

test("each setting's default is the one of its schema, and the documents list it with its screen", async () => {
  const fixed = { given: {}, publicUrl: "http://localhost:3000", dataDir: "/data" };
  const fallbacks = Object.fromEntries(
    settingNames.flatMap((name) => {
      const { fallback } = adminSettings[name];
      return fallback === null ? [] : [[name, fallback]];
    }),
  );
  expect(combine(fixed, fallbacks).live).toEqual(combine(fixed, {}).live);
  const { readFileSync } = await import("node:fs");
  const documented = readFileSync(join(projectRoot, "docs/commands-and-settings.md"), "utf8");
  const rows = documented.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  for (const name of settingNames) {
    const row = rows.find(
      ([, names = "", , text = ""]) => text.startsWith("†") && names.includes(`\`${name}\``),
    );
    expect(row, name).toBeDefined();
    const { fallback } = adminSettings[name];
    if (fallback !== null) expect(row?.[2], name).toBe(fallback);
  }
  expect(rows.filter(([, , , text = ""]) => text.startsWith("†")).length).toBe(settingNames.length - 1);
});
