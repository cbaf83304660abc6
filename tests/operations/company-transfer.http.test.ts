import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hashToken } from "~/core/secrets.server";
import { day, hour, second } from "~/core/time";
import type { Tables } from "~/db/tables";
import { findConsent, giveConsent } from "~/messages/consent/consents.server";
import { findOffer } from "~/offers/find-offer.server";
import { transferredTables } from "~/operations/company-transfer/company-tables.server";
import { exportCompany } from "~/operations/company-transfer/export-company.server";
import { importCompany } from "~/operations/company-transfer/import-company.server";
import { findOrderByLink, linkCodeOf } from "~/orders/access/link-code.server";
import { makeAccessCode } from "~/orders/access/make-access-code.server";
import { newOfferCode } from "~/orders/access/send-code.server";
import { addHelper } from "~/orders/helper/add-helper.server";
import { agree, say, write } from "../support/http-actions";
import { monday, scratchApp, scratchFolder } from "../support/scratch";
import {
  seedClinic,
  seedCompany,
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
} from "../support/seed";
import { runCommand } from "../support/server";

type App = ReturnType<typeof scratchApp>;
const phone = "+19195550123";

/** A clinic with rows in every exported table, and a second clinic that isn't exported. */
async function clinicToExport() {
  const app = scratchApp();
  const company = await seedCompany(app, "Restwell");
  const user = await seedUser(app, ["supervisor", "therapist"], { email: "tess@clinic.example" });
  const author = await seedUser(app, ["supervisor"], { email: "sam@clinic.example" });
  const { database, therapist, starts, order } = await seedClinic(app);
  await app.db.updateTable("therapists").set({ user_id: user.id }).execute();
  await app.db.updateTable("orders").set({ phone }).where("id", "=", order.id).execute();
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: starts[0] ?? 0,
  });
  const link = await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, order.id));
  const patient = {
    kind: "patient",
    sessionKind: "code",
    sessionId: 0,
    orderId: order.id,
    address: null,
  } as const;
  await addHelper(app, patient, order.id, { name: "Tom", relation: "son", email: "tom@mail.example" });
  const { code } = await app.db
    .transaction()
    .execute((trx) => makeAccessCode({ trx, app }, order.id, { phone, email: null }));
  await agree(app, phone);
  await write(app, phone, "Your visit is on Tuesday.", {
    order_id: order.id,
    visit_id: visit.id,
    authorUserId: author.id,
  });
  await say(app, phone, "Thank you");
  const conversation = await app.db.selectFrom("threads").select("id").executeTakeFirstOrThrow();
  const batch = await app.db
    .insertInto("slot_batches")
    .values({
      therapist_id: therapist.id,
      kind: "day-off",
      from_date: "2026-03-09",
      to_date: "2026-03-09",
      user_id: author.id,
      created_at: monday,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const slot = await app.db
    .selectFrom("slots")
    .select(["therapist_id", "start_at"])
    .where("therapist_id", "=", therapist.id)
    .executeTakeFirstOrThrow();
  const offer = newOfferCode(app);
  const kind = await app.db
    .selectFrom("visit_kinds")
    .select("id")
    .where("company_id", "=", therapist.company_id)
    .executeTakeFirstOrThrow();
  const question = { id: 66, type: "photo", text: "The label", text_es: "La etiqueta" };
  const values: { [Name in keyof Tables]?: Record<string, unknown> } = {
    places: {
      company_id: therapist.company_id,
      name: "Branch",
      address: "1 Main St",
      timezone: "America/New_York",
    },
    visit_kind_therapists: {
      kind_id: (await app.db.selectFrom("visit_kinds").select("id").executeTakeFirstOrThrow()).id,
      therapist_id: therapist.id,
    },
    questions: { ...question, kind_id: kind.id, position: 0 },
    visit_answers: {
      id: 77,
      visit_id: visit.id,
      question_id: question.id,
      type: "photo",
      asked: question.text,
      value: "",
      answered_at: monday,
    },
    answer_photos: {
      answer_id: 77,
      width: 9,
      height: 9,
      image_sealed: app.secrets.seal("aW1hZ2U="),
      thumbnail_sealed: app.secrets.seal("c21hbGw="),
    },
    classes: {
      id: 1,
      company_id: therapist.company_id,
      kind_id: (
        await app.db
          .insertInto("visit_kinds")
          .values({
            company_id: therapist.company_id,
            name: "Class",
            name_es: "Clase",
            mode: "class",
            seats: 6,
          })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id,
      start_at: monday + 30 * day,
      end_at: monday + 30 * day + hour,
      seats: 6,
      meeting_link: "https://meet.example/class",
      uid: "class",
      created_at: monday,
    },
    class_therapists: {
      class_id: 1,
      therapist_id: therapist.id,
      position: 0,
      local_date: "2026-04-01",
      from_at: monday + 30 * day,
      to_at: monday + 30 * day + hour,
    },
    order_systems: { database_name: database, kind: "brightree", credentials_sealed: app.secrets.seal("{}") },
    worklist_states: { database_name: database, state: "Ready", step: 4 },
    order_reads: { database_name: database, read_until: monday, due_at: monday },
    weekly_hours: {
      therapist_id: therapist.id,
      days: "1,2",
      start_time: "09:00",
      end_time: "12:00",
      interval: 30,
    },
    calendars: {
      therapist_id: therapist.id,
      kind: "ics",
      url_sealed: app.secrets.seal("https://calendar.example/busy.ics"),
      created_at: monday,
      due_at: monday,
      last_read_at: monday,
    },
    calendar_feeds: {
      therapist_id: therapist.id,
      token_hash: hashToken("feed"),
      token_sealed: app.secrets.seal("feed"),
      created_at: monday,
    },
    days_off: {
      therapist_id: therapist.id,
      from_date: "2026-03-09",
      to_date: "2026-03-09",
      batch_id: batch.id,
    },
    slots_removed: {
      batch_id: batch.id,
      start_at: monday + 7 * day,
      local_date: "2026-03-09",
      added_by: batch.id,
    },
    reply_choices: {
      phone: order.phone ?? "",
      number: 1,
      visit_id: visit.id,
      meaning: "confirm",
      asked_at: app.clock.now(),
    },
    visits_left_out: { visit_id: visit.id, batch_id: batch.id, start_at: visit.start_at },
    held_moves: {
      visit_id: visit.id,
      announced: JSON.stringify({ therapist_id: therapist.id, start_at: 1, end_at: 2 }),
      by_therapist: 0,
      due_at: monday + second,
    },
    earlier_wishes: { order_id: order.id, parts: "[]", weekdays: "[]", notice_hours: 24, asked_at: monday },
    waits: {
      order_id: order.id,
      parts: "[]",
      weekdays: "[]",
      notice_hours: 24,
      until_at: monday + 30 * day,
      zone: "America/New_York",
      asked_at: monday,
      ended_at: monday + hour,
      ended_because: "booked",
    },
    freed_time_log: { ...slot, local_date: "2026-03-09", freed_at: monday, visit_id: visit.id },
    freed_times: { ...slot, freed_at: monday, next_wave_at: monday + hour },
    offers: {
      ...offer.columns,
      ...slot,
      order_id: order.id,
      visit_id: visit.id,
      visit_start: visit.start_at,
      wave: 1,
      sent_at: monday,
      expires_at: monday + hour,
    },
    order_steps: { order_id: order.id, reached_at: monday, step: 4 },
    order_follow_ups: {
      order_id: order.id,
      owner_user_id: author.id,
      next_action: "Call",
      due_on: "2026-03-12",
    },
    order_notes: { order_id: order.id, user_id: author.id, created_at: monday, body: "Left a voicemail." },
    shipments: {
      order_id: order.id,
      carrier: "ups",
      tracking_number: "1Z999AA10123456784",
      expected_on: "2026-03-12",
      expected_source: "api",
      updated_at: monday,
      updated_by: "key 1",
    },
    first_nights: {
      order_id: order.id,
      started_on: "2026-02-20",
      zone: "America/New_York",
      visit_id: visit.id,
      created_at: monday,
    },
    nights: {
      order_id: order.id,
      night: "2026-02-21",
      source: "device",
      minutes: 412,
      entered_by: "usage",
      entered_at: monday,
    },
    plan_items: { company_id: therapist.company_id, day: 3, type: "check_in", kind_id: null },
    plan_steps: {
      order_id: order.id,
      started_on: "2026-02-20",
      day: 3,
      type: "check_in",
      due_at: monday,
    },
    readings: {
      order_id: order.id,
      read_on: "2026-02-23",
      nights_used: 3,
      source: "patient",
      entered_by: "patient",
      entered_at: monday,
    },
    call_tasks: {
      order_id: order.id,
      visit_id: visit.id,
      user_id: author.id,
      reason: "missed_visit",
      created_at: monday,
      due_at: monday,
    },
    company_logos: {
      company_id: company,
      hash: "f".repeat(64),
      type: "image/png",
      width: 9,
      height: 9,
      file: "iVBORw0KGgo=",
    },
    saved_replies: { company_id: company, name: "Call us", text_en: "Please call us.", position: 1 },
    thread_tags: { thread_id: conversation.id, tag: "call back" },
  };
  for (const [table, row] of Object.entries(values)) {
    await app.db
      .insertInto(table as keyof Tables)
      .values(row as never)
      .execute();
  }
  const reminder = await app.db
    .insertInto("outbox")
    .values({
      channel: "email",
      recipient: "patient@mail.example",
      subject: "Tomorrow",
      body_sealed: app.secrets.seal("See you"),
      kind: "reminder-24h",
      order_id: order.id,
      visit_id: visit.id,
      dedupe_key: `reminder-24h ${visit.id} ${visit.start_at} email`,
      status: "sent",
      created_at: monday,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("outbox_instead")
    .values({
      outbox_id: reminder.id,
      recipient: "a@b.example",
      subject: "s",
      body_sealed: app.secrets.seal("b"),
    })
    .execute();

  await app.db
    .insertInto("databases")
    .values({ name: "OTHER", company_id: await seedCompany(app, "Elsewhere") })
    .execute();
  await seedOrder(app, { brightree_db: "OTHER", patient_name: "Unrelated Patient" });
  return { app, company, code, link, visit, therapist, offerCode: offer.code };
}

/** Another installation with different data, so its IDs differ. */
async function otherInstallation() {
  const app = scratchApp({ APP_SECRET: "another secret that only the tests know" });
  await seedUser(app, ["admin"], { email: "sam@clinic.example", name: "Sam already here" });
  await seedCompany(app, "Here before");
  const database = await seedDatabase(app, "HERE");
  const therapist = await seedTherapist(app, { name: "Was here before" });
  for (let nth = 0; nth < 3; nth++) {
    const order = await seedOrder(app, { brightree_db: database });
    await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: monday + nth * hour });
  }
  await agree(app, "+12025550100");
  return app;
}

async function exported(app: App, name = "Restwell") {
  const file = join(scratchFolder(), "company.jsonl");
  const { rows } = await exportCompany(app, name, file);
  return { file, rows };
}

const countOf = async (app: App, table: keyof Tables) =>
  (
    await app.db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow()
  ).rows;

test("every table is either exported with its company or deliberately excluded", async () => {
  const excluded = [
    // Belongs to the installation, such as access, counters, and operations.
    ...[
      "audit_log",
      "installation",
      "integration_keys",
      "limits",
      "sessions",
      "settings",
      "setup_links",
      "step_counts",
      "thread_changes",
    ],
    ...["user_roles", "recovery_codes", "password_tokens", "sign_in_challenges", "two_step_offers"],
    // Tied to this installation's address.
    ...["passkeys", "passkey_challenges", "single_sign_on"],
    // Receivers use this installation's secrets and webhook IDs.
    ...["webhook_endpoints", "webhook_deliveries"],
    // Notes need the order system's password, which isn't exported, so they have to be turned on again.
    ...["note_settings", "order_system_notes"],
    // A user's own lists on this installation.
    "saved_views",
    // Expires within days, or only records usage.
    ...[
      "repliers",
      "idempotency_keys",
      // Reread from the calendar after the import.
      "busy_times",
      // Maintained by triggers.
      "open_slots",
      // Counted again after the import.
      "texting_hours",
      "bulk_changes",
      "bulk_change_visits",
      "imports",
      "import_rows",
      "import_problems",
      "import_changes",
      "import_mappings",
      "night_files",
      "ui_activity",
      "migrations",
      "commit_marks",
      "leases",
    ],
  ];
  const app = scratchApp();
  const introspected = await app.db.introspection.getTables();
  const tables = introspected.filter(({ isView }) => !isView).map(({ name }) => name);
  const exportedTables = tables.filter(
    (name) => !/_fts(_|$)|^sqlite_/.test(name) && !excluded.includes(name),
  );
  expect(exportedTables.sort()).toEqual(transferredTables.map(({ name }) => name as string).sort());
});

test("a company is imported completely, and its codes and links work in the new installation", async () => {
  const { app, code, link, visit, offerCode } = await clinicToExport();
  const { file, rows } = await exported(app);
  for (const { name } of transferredTables) expect(rows[name], name).toBeGreaterThan(0);
  expect(readFileSync(file, "utf8")).not.toContain("Unrelated Patient");
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const target = await otherInstallation();
  const before = await countOf(target, "orders");
  const imported = await importCompany(target, file);
  expect(imported.rows).toEqual(rows);
  expect(await countOf(target, "orders")).toBe(before + (rows.orders ?? 0));
  const moved = await target.db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .innerJoin("held_moves", "held_moves.visit_id", "visits.id")
    .select(["visits.id", "visits.order_id", "orders.phone", "visits.therapist_id", "announced"])
    .where("uid", "=", visit.uid)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(moved.announced)).toMatchObject({ therapist_id: moved.therapist_id, start_at: 1 });
  expect(moved.phone).toBe(phone);
  expect((await findOrderByLink(target.db, target, link))?.id).toBe(moved.order_id);
  expect((await findOffer(target.db, target, offerCode))?.visit?.id).toBe(moved.id);
  const held = await target.db
    .selectFrom("access_codes")
    .select(["order_id", "code_sealed"])
    .executeTakeFirstOrThrow();
  expect([held.order_id, target.secrets.open(held.code_sealed)]).toEqual([moved.order_id, code]);
  const reminder = await target.db
    .selectFrom("outbox")
    .select("dedupe_key")
    .where("kind", "=", "reminder-24h")
    .executeTakeFirst();
  expect(reminder?.dedupe_key).toBe(`reminder-24h ${moved.id} ${visit.start_at} email`);
  const again = await exported(target);
  const lines = (path: string) =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("[") && !line.startsWith('["users"'));
  expect(lines(again.file)).toEqual(lines(file));
});

test("a helper's opt-out is imported with the company", async () => {
  const { app } = await clinicToExport();
  const helper = "+19195550199";
  await app.db.updateTable("helpers").set({ phone: helper }).execute();
  await say(app, helper, "STOP");
  const target = await otherInstallation();
  await importCompany(target, (await exported(app)).file);
  expect(await findConsent(target.db, helper)).toBe("withdrawn");
});

test("imported consent wordings get the next available version numbers", async () => {
  const { app } = await clinicToExport();
  const consent = (to: App, number: string, wording: string) =>
    to.db
      .transaction()
      .execute((trx) => giveConsent({ trx, app: to }, { phone: number, source: "booking", wording }));
  await consent(app, phone, "I agree to texts.");
  const target = await otherInstallation();
  await consent(target, "+12025550100", "Yes, text me.");
  await importCompany(target, (await exported(app)).file);
  const versions = await target.db
    .selectFrom("consents")
    .select(["wording", "wording_version"])
    .where("source", "=", "booking")
    .orderBy("wording_version")
    .execute();
  expect(versions).toEqual([
    { wording: "Yes, text me.", wording_version: 1 },
    { wording: "I agree to texts.", wording_version: 2 },
  ]);
});

test("therapists' accounts are imported without a password, other accounts are closed, and existing ones stay unchanged", async () => {
  const { app } = await clinicToExport();
  const target = await otherInstallation();
  const { accounts, passwords } = await importCompany(target, (await exported(app)).file);
  expect(accounts).toEqual({ open: ["tess@clinic.example"], closed: [] });
  expect(passwords).toEqual(["QHMS"]);
  const users = await target.db
    .selectFrom("users")
    .innerJoin("user_roles", "user_roles.user_id", "users.id")
    .select(["email", "name", "role", "password_hash"])
    .orderBy("email")
    .execute();
  expect(users).toMatchObject([
    { email: "sam@clinic.example", name: "Sam already here", role: "admin" },
    { email: "tess@clinic.example", role: "therapist", password_hash: null },
  ]);
  expect(
    (await target.db.selectFrom("order_systems").select("credentials_sealed").executeTakeFirst())
      ?.credentials_sealed,
  ).toBeNull();
});

test("imported messages that were queued are held so that no one gets them twice", async () => {
  const { app } = await clinicToExport();
  const target = await otherInstallation();
  await importCompany(target, (await exported(app)).file);
  const waiting = await target.db
    .selectFrom("outbox")
    .select("status")
    .where("status", "in", ["queued", "sending"])
    .execute();
  expect(waiting).toEqual([]);
  const text = await target.db
    .selectFrom("messages")
    .select(["status", "error"])
    .where("direction", "=", "out")
    .executeTakeFirst();
  expect(text).toMatchObject({
    status: "failed",
    error: expect.stringContaining("may have been sent before the company was moved"),
  });
});

test("a company can be imported only once, and a second attempt changes nothing", async () => {
  const { app } = await clinicToExport();
  const { file } = await exported(app);
  const target = await otherInstallation();
  await importCompany(target, file);
  const before = await countOf(target, "messages");
  await expect(importCompany(target, file)).rejects.toThrow(
    /already has: the company "Restwell", the database QHMS, the therapist .+, conversations with 1 of the company's patients/,
  );
  await expect(importCompany(app, file)).rejects.toThrow(/Nothing was imported/);
  expect(await countOf(target, "messages")).toBe(before);
});

test("the import replaces the empty company and database from setup", async () => {
  const { app } = await clinicToExport();
  const { file, rows } = await exported(app);
  const target = scratchApp();
  await seedUser(target, ["admin"]);
  await seedCompany(target, "Restwell");
  await seedDatabase(target, "QHMS");
  expect((await importCompany(target, file)).rows).toEqual(rows);
});

test.each([
  ["cut off", (text: string) => text.slice(0, -400), /damaged/],
  ["changed", (text: string) => text.replace("Thank you", "Thank me!"), /damaged/],
  ["from a different version", (text: string) => text, /Update both to the same version/],
  ["not a company file", () => "name,phone\n", "This is not a Firstnight company file."],
])("a file that is %s is refused, and nothing is imported", async (what, change, sentence) => {
  const { app } = await clinicToExport();
  const { file } = await exported(app);
  if (what === "from a different version") {
    const lines = readFileSync(file, "utf8");
    const { createHash } = await import("node:crypto");
    const body = lines
      .slice(0, lines.lastIndexOf("\n", lines.length - 2) + 1)
      .replace(/"migration":"\d+/, '"migration":"0001');
    const closing = JSON.parse(lines.trim().split("\n").at(-1) ?? "");
    closing.sha256 = createHash("sha256").update(body).digest("hex");
    writeFileSync(file, `${body}${JSON.stringify(closing)}\n`);
  } else writeFileSync(file, change(readFileSync(file, "utf8")));
  const target = await otherInstallation();
  await expect(importCompany(target, file)).rejects.toThrow(sentence);
  expect(await target.db.selectFrom("companies").select("name").orderBy("name").execute()).toEqual([
    { name: "Here before" },
  ]);
});

test("the export and import commands print what they did and what to do next", async () => {
  const { app } = await clinicToExport();
  const file = join(scratchFolder(), "restwell.jsonl");
  const out = await runCommand(["company:export", "Restwell", file], { DATA_DIR: app.config.dataDir });
  expect([out.code, out.output]).toEqual([
    0,
    expect.stringMatching(/1 companies.*Store it where no one else/s),
  ]);
  const again = await runCommand(["company:export", "Restwell", file], { DATA_DIR: app.config.dataDir });
  expect([again.code, again.output]).toEqual([1, expect.stringContaining("already exists")]);
  const unknown = await runCommand(["company:export", "Unknown", `${file}2`], {
    DATA_DIR: app.config.dataDir,
  });
  expect(unknown.output).toContain(
    'Company "Unknown" not found. Companies in this database: Elsewhere, Restwell.',
  );
  const empty = scratchApp();
  const target = { DATA_DIR: empty.config.dataDir };
  const early = await runCommand(["company:import", file], target);
  expect([early.code, early.output]).toEqual([1, expect.stringContaining("no admin yet")]);
  await seedUser(empty, ["admin"]);
  await write(empty, "+19195550199", "Sealed here.");
  const APP_SECRET = "a different secret with 32 characters";
  const other = await runCommand(["company:import", file], { ...target, APP_SECRET });
  expect([other.code, other.output]).toEqual([
    1,
    expect.stringContaining("Nothing was imported: the database was written with another secret"),
  ]);
  const done = await runCommand(["company:import", file], target);
  expect(done.output).toMatch(
    /Restwell was imported: \d+ rows.*tess@clinic.example.*sam@clinic.example.*QHMS/s,
  );
  expect(done.code).toBe(0);
});
