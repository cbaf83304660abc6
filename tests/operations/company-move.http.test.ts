import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { hashToken } from "~/core/secrets.server";
import { day, hour, iso, minute } from "~/core/time";
import { findConsent } from "~/messages/consent/consents.server";
import { checkCompanies } from "~/operations/health/company-health.server";
import { queueDueMessages } from "~/operations/possibly-sent.server";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { makeAccessCode } from "~/orders/access/make-access-code.server";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { freePort } from "../support/free-port";
import { agree, conversationRows, outboxOf, rowsTo, say, write } from "../support/http-actions";
import { PlainPage, textOf } from "../support/plain-page";
import { onFile, scratchConfig, scratchFolder, testClock } from "../support/scratch";
import {
  morningStarts,
  seedCompany,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../support/seed";
import { runCommand, spawnServer } from "../support/server";

type App = ReturnType<typeof openApp>;

const frozen = "We are moving to a new system, so nothing was saved. Please try again in a few minutes.";

/** A company with a therapist, openings, and a patient. */
async function seedOwn(app: App, name: string, database: string) {
  const company_id = await seedCompany(app, name);
  await app.db.insertInto("databases").values({ name: database, company_id }).execute();
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { company_id, user_id: user.id });
  const starts = morningStarts(app, 14).slice(30);
  await seedSlots(app, therapist, starts);
  const order = await seedOrder(app, { brightree_db: database });
  await agree(app, order.phone ?? "");
  const link = await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, order.id));
  return { name, database, company_id, user, therapist, starts, order, link };
}

type Own = Awaited<ReturnType<typeof seedOwn>>;

async function installation(settings: Record<string, string> = {}) {
  const port = String(await freePort());
  const environment: Record<string, string> = {
    ...onFile,
    DATA_DIR: scratchFolder(),
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    QUIET_HOURS: "off",
    ...settings,
  };
  const clock = testClock(Date.now());
  const app = openApp(scratchConfig(environment), clock);
  return { environment, app, clock, url: environment.PUBLIC_URL ?? "" };
}

/** An installation with two companies, which is served. */
async function twoCompanies() {
  const { environment, app, clock, url } = await installation();
  const restwell = await seedOwn(app, "Restwell", "QHMS");
  const other = await seedOwn(app, "Calm Night", "CALM");
  const server = await spawnServer(environment);
  const run = (...args: string[]) => runCommand(args, environment);
  return { environment, app, clock, url, server, restwell, other, run };
}

const bookingOf = ({ order, therapist }: Own, start = 0) => ({
  patient_id: order.patient_id,
  brightree_db: order.brightree_db,
  therapist: therapist.name,
  datetime: iso(start),
  sms_consent: true,
});

async function patientOf({ app, url }: { app: App; url: string }, { order }: Own): Promise<Client> {
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return client;
}

test("while a company is frozen, its patients and staff can read but not change anything, and other companies' can", async () => {
  const { app, url, restwell, other, run, server } = await twoCompanies();
  const at = { app, url };
  const patient = await patientOf(at, restwell);
  const page = await PlainPage.open(patient, "/schedule");
  const supervisor = new Client(url);
  await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
  const admin = new Client(url);
  await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
  const visit = await seedVisit(app, {
    order_id: (await seedOrder(app, { brightree_db: "QHMS" })).id,
    therapist_id: restwell.therapist.id,
    start_at: restwell.starts[20] ?? 0,
  });

  expect(await run("company:freeze", "Restwell")).toEqual({
    code: 0,
    output: expect.stringContaining("Restwell is frozen: patients and staff can read"),
  });
  expect((await patient.get("/schedule")).status).toBe(200);
  expect((await new Client(url).get(`/schedule/${restwell.link}`)).status).toBe(200);
  const refused = await patient.post("/api/schedule-appointment", bookingOf(restwell, restwell.starts[0]));
  expect([refused.status, refused.json.error, refused.headers.get("retry-after")]).toEqual([
    503,
    frozen,
    "120",
  ]);
  const spanish = await patient.send("/api/schedule-appointment", {
    method: "POST",
    json: bookingOf(restwell, restwell.starts[0]),
    headers: { "accept-language": "es" },
  });
  expect(spanish.json.error).toContain("Estamos pasando a un sistema nuevo");
  await expect(page.press(/^\d+:\d\d/)).rejects.toThrow();
  const confirmed = await supervisor.post("/api/appointments/confirm", {
    appointment_id: visit.id,
    meeting_link: "https://meet.example/abc",
  });
  expect([confirmed.status, confirmed.json.error]).toEqual([503, frozen]);
  expect(await app.db.selectFrom("visits").select("status").execute()).toEqual([{ status: "submitted" }]);

  const added = await (await PlainPage.open(admin, "/therapists/new")).press("Add therapist", {
    name: "Late Comer",
    email: "late@clinic.example",
    phone: "(919) 555-0188",
    company_name: "Restwell",
    region: "NC",
    timezone: "EST",
  });
  expect([added.status, added.text]).toEqual([503, expect.stringContaining(frozen)]);
  expect(
    await app.db.selectFrom("users").select("id").where("email", "=", "late@clinic.example").execute(),
  ).toEqual([]);
  await expect(
    app.db
      .updateTable("therapists")
      .set({ company_id: restwell.therapist.company_id })
      .where("id", "=", other.therapist.id)
      .execute(),
  ).rejects.toThrow(frozen);

  // Texts that arrive are kept, and an opt-out counts.
  await say(app, restwell.order.phone ?? "", "STOP");
  expect(await findConsent(app.db, restwell.order.phone ?? "")).toBe("withdrawn");
  await say(app, restwell.order.phone ?? "", "HELP");
  expect(await conversationRows(app, restwell.order.phone ?? "")).toMatchObject([
    { direction: "in", body: "STOP" },
    { direction: "in", body: "HELP" },
  ]);

  expect(textOf((await admin.get("/admin/health")).text)).toMatch(
    /Move of Restwell .*It has been frozen for .*patients and staff can't change anything/,
  );
  await eventually(
    () => server.output(),
    (output) => output.includes("work paused"),
  );
  const free = await (await patientOf(at, other)).post(
    "/api/schedule-appointment",
    bookingOf(other, other.starts[0]),
  );
  expect(free.status).toBe(201);
  expect((await run("company:freeze", "Restwell")).output).toContain("Restwell is already frozen.");
  // The command takes longer than the server's loops would need to send them.
  const unsent = (await outboxOf(app)).map(({ status }) => status);
  expect([unsent.length > 0, new Set(unsent)]).toEqual([true, new Set(["queued"])]);

  expect(await run("company:unfreeze", "Restwell")).toEqual({
    code: 0,
    output: expect.stringContaining("Restwell isn't frozen anymore."),
  });
  const booked = await patient.post("/api/schedule-appointment", bookingOf(restwell, restwell.starts[0]));
  expect(booked.status).toBe(201);
  await eventually(
    () => outboxOf(app),
    (rows) => rows.length > 0 && rows.every(({ status }) => status !== "queued" && status !== "sending"),
  );
  const actions = await app.db
    .selectFrom("audit_log")
    .select("action")
    .where("action", "in", ["company.frozen", "company.unfrozen"])
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(["company.frozen", "company.unfrozen"]);
});

test("a frozen company moves with its waiting messages, each is sent once, and its links lead to the new installation", async () => {
  const { environment, app, clock, url, restwell, other, run } = await twoCompanies();
  const at = { app, url };
  const patient = await patientOf(at, restwell);
  const kept = await patient.post("/api/schedule-appointment", bookingOf(restwell, restwell.starts[0]));
  expect(kept.status).toBe(201);
  const confirmed = await seedVisit(app, {
    order_id: (await seedOrder(app, { brightree_db: "QHMS" })).id,
    therapist_id: restwell.therapist.id,
    start_at: restwell.starts[20] ?? 0,
    status: "confirmed",
    meeting_link: "https://meet.example/abc",
  });
  const feed = "feed-token-feed-token-feed-token";
  await app.db
    .insertInto("calendar_feeds")
    .values({
      therapist_id: restwell.therapist.id,
      token_hash: hashToken(feed),
      token_sealed: app.secrets.seal(feed),
      created_at: Date.now(),
    })
    .execute();
  const waiting = `words that wait ${restwell.order.phone}`;
  await write(app, restwell.order.phone ?? "", waiting, { order_id: restwell.order.id });
  await app.db
    .updateTable("outbox")
    .set({ not_before: Date.now() + 20 * minute })
    .where("kind", "=", "chat")
    .where("status", "=", "queued")
    .execute();
  const { code } = await app.db
    .transaction()
    .execute((trx) => makeAccessCode({ trx, app }, restwell.order.id, { phone: null, email: "a@b.example" }));
  const therapist = new Client(url);
  await signInStaff(app, therapist, restwell.user.id);

  const unused = [restwell.user.id, other.user.id].map((user_id) => ({
    user_id,
    token_hash: `unused link of ${user_id}`,
    kind: "invitation" as const,
    created_at: Date.now(),
    expires_at: Date.now() + day,
  }));
  await app.db.insertInto("password_tokens").values(unused).execute();

  const target = await installation({ APP_SECRET: "another secret that only the tests know" });
  await seedUser(target.app, ["admin"]);
  const file = join(scratchFolder(), "restwell.jsonl");
  expect((await run("company:moved", "Restwell", target.url)).output).toContain(
    `Restwell has to be frozen, then exported, then imported at ${target.url}. Begin with: `,
  );
  const early = await run("company:export", "Restwell", join(scratchFolder(), "early.jsonl"));
  expect(early.output).toContain("Restwell isn't frozen, so changes from now on are not in the file.");
  // Another installation, which must not become the new address.
  const wrong = await installation();
  await spawnServer(wrong.environment);
  expect((await run("company:freeze", "Restwell")).code).toBe(0);
  const exported = await run("company:export", "Restwell", file);
  expect([exported.code, exported.output]).toEqual([0, expect.not.stringContaining("isn't frozen")]);
  const unfinished = await run("company:moved", "Restwell", target.url);
  expect(unfinished.output).toContain(`No Firstnight answers at ${target.url}.`);
  expect((await run("company:moved", "Restwell", url)).output).toContain(
    `${url} still leads to this installation. If the company keeps this address, point it to the new installation first`,
  );
  expect((await run("company:unfreeze", "Restwell")).output).toContain("If none has, add --not-imported.");
  const imported = await runCommand(["company:import", file], target.environment);
  expect([imported.code, imported.output]).toEqual([
    0,
    expect.stringContaining("its waiting messages will be sent from here"),
  ]);
  await spawnServer(target.environment);
  expect((await run("company:moved", "Restwell", wrong.url)).output).toContain(
    `The installation at ${wrong.url} hasn't imported the newest export of Restwell.`,
  );
  clock.set(Date.now());
  await say(app, restwell.order.phone ?? "", "Is my visit still on?");
  const mistyped = target.url.replace("127.0.0.1", "localhost");
  const moved = await run("company:moved", "Restwell", mistyped);
  expect([moved.code, moved.output]).toEqual([
    0,
    expect.stringContaining("Its links on this server lead there."),
  ]);
  expect(moved.output).toContain("1 text arrived here after the export.");
  expect((await run("company:unfreeze", "Restwell", "--not-imported")).output).toContain(
    "has already moved to",
  );

  // A second time, the address can be corrected.
  const corrected = await run("company:moved", "Restwell", target.url);
  expect([corrected.code, corrected.output]).toEqual([0, expect.stringContaining("lead there.")]);
  expect((await run("company:moved", "Restwell", target.url)).output).toContain("has already moved to");

  const health = await checkCompanies(app);
  expect(health[0]?.message).not.toContain("Restwell");

  // Its therapist's link can't set a password here anymore.
  expect(await app.db.selectFrom("password_tokens").select("user_id").execute()).toEqual([
    { user_id: other.user.id },
  ]);

  // Links, codes, feeds, and sessions.
  const there = async (client: Client, path: string) => {
    const reply = await client.get(path);
    return [reply.status, reply.headers.get("location")];
  };
  await eventually(
    () => there(new Client(url), `/schedule/${restwell.link}`),
    ([status]) => status === 307,
  );
  for (const path of [
    `/schedule/${restwell.link}`,
    `/track/${restwell.link}`,
    `/schedule?code=${restwell.link}`,
    `/schedule?pid=${restwell.order.patient_id}&db=QHMS`,
    `/calendar/${feed}.ics`,
  ]) {
    expect(await there(new Client(url), path), path).toEqual([307, `${target.url}${path}`]);
  }
  expect(await there(patient, "/schedule")).toEqual([307, `${target.url}/schedule`]);
  expect(await there(therapist, "/therapist")).toEqual([307, `${target.url}/therapist`]);
  const opened = await new Client(target.url).get(`/schedule/${restwell.link}`);
  expect(opened.status).toBe(200);
  expect(textOf(opened.text)).toContain(restwell.therapist.name);
  expect((await new Client(target.url).get(`/calendar/${feed}.ics`)).text).toContain("BEGIN:VEVENT");
  const typed = new Client(url);
  const signedIn = await typed.post("/api/validate-code", { code });
  expect([signedIn.status, await there(typed, "/track")]).toEqual([200, [307, `${target.url}/track`]]);
  const again = await new Client(target.url).post("/api/validate-code", { code });
  expect(again.status).toBe(200);
  const open = await patient.post("/api/my-appointment/cancel");
  expect([open.status, open.json.error]).toEqual([
    409,
    `We have moved to a new system, so nothing was saved. Please continue at ${target.url}.`,
  ]);
  const page = await new Client(url).get("/login");
  expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${target.url};`);

  // The other company stays, and so does its own link.
  expect((await new Client(url).get(`/schedule/${other.link}`)).status).toBe(200);
  const stays = await (await patientOf(at, other)).post(
    "/api/schedule-appointment",
    bookingOf(other, other.starts[0]),
  );
  expect(stays.status).toBe(201);

  // Exactly one of the two sends each message: what waited, and what becomes due.
  const here = await rowsTo(app, restwell.order.phone ?? "");
  expect(here.filter(({ kind }) => kind === "chat").map(({ status }) => status)).toEqual(["dropped"]);
  const chats = async () =>
    (await rowsTo(target.app, restwell.order.phone ?? "")).filter(({ kind }) => kind === "chat");
  expect((await chats()).map(({ status }) => status)).toEqual(["queued"]);
  await target.app.db
    .updateTable("outbox")
    .set({ not_before: Date.now() })
    .where("kind", "=", "chat")
    .execute();
  await eventually(chats, (rows) => rows.every(({ status }) => status === "delivered"));
  const dayBefore = testClock(confirmed.start_at - 23 * hour);
  const old = openApp(scratchConfig(environment), dayBefore);
  const before = (await outboxOf(old)).length;
  await queueDueMessages(old);
  expect((await outboxOf(old)).length).toBe(before);
  const next = openApp(scratchConfig(target.environment), dayBefore);
  await queueDueMessages(next);
  const reminders = (await outboxOf(next)).filter(({ kind }) => kind.startsWith("reminder-"));
  expect(reminders.length).toBeGreaterThan(0);
  await Promise.all([old.close(), next.close()]);
  const sentTwice = (await outboxOf(target.app)).filter(({ possibly_sent }) => possibly_sent === 1);
  expect(sentTwice).toEqual([]);
});
