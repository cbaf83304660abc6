import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { isPassword } from "~/accounts/passwords/hash-password.server";
import { countOpeningsByDay } from "~/availability/count-openings-by-day.server";
import { listOpenings } from "~/availability/list-openings.server";
import { parsePhone } from "~/core/phone";
import { hashToken } from "~/core/secrets.server";
import { day, hour, instantOf, localDate, weekdayOf, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { isActive } from "~/core/visit-status";
import { createDemo } from "~/demo/create-demo.server";
import { scales } from "~/demo/demo-size";
import { describeDemo } from "~/demo/folder/demo-file.server";
import { linkHash } from "~/orders/access/link-hash.server";
import { codeHash } from "~/orders/access/make-access-code.server";
import { scratchApp, testClock } from "../support/scratch";
import { invariants } from "./invariants";

// A Saturday, when no therapist works but there are visits.
const saturday = Date.parse("2026-03-07T18:00:00Z");
const dayBegan = Date.parse("2026-03-07T00:00:00Z");

async function demoOn(at: number, secret = "a secret that only the tests know") {
  const app = scratchApp({ APP_SECRET: secret, PUBLIC_URL: "http://demo.example:3000" }, testClock(at));
  await createDemo(app, scales.small);
  return { app, file: await describeDemo(app, scales.small) };
}

const { app, file } = await demoOn(saturday);
const orders = await app.db.selectFrom("orders").selectAll().execute();
const visits = await app.db.selectFrom("visits").selectAll().execute();
const therapists = await app.db.selectFrom("therapists").selectAll().execute();
const zones = new Map(therapists.map(({ id, timezone }) => [id, zoneOrUtc(timezone)]));

describe("demo.json", () => {
  test("has exactly the specified fields", () => {
    expect(Object.keys(file)).toEqual(["base_url", "staff", "patients", "databases", "integration_key"]);
    expect(Object.keys(file.staff[0] ?? {})).toEqual(["email", "password", "roles", "therapist_name"]);
    expect(Object.keys(file.patients[0] ?? {}).sort()).toEqual(
      [
        "patient_id",
        "brightree_db",
        "sales_order_no",
        "patient_name",
        "phone",
        "email",
        "access_code",
        "link_code",
        "step",
      ].sort(),
    );
    expect(file.base_url).toBe("http://demo.example:3000");
    expect(file.databases).toHaveLength(3);
    expect(file.databases[0]).toEqual({ name: "QHMS", company: "Quiet Harbor Medical Supply" });
  });

  test("lists a user for each role and one with several roles, with correct passwords", async () => {
    for (const role of ["admin", "supervisor", "therapist", "staff"]) {
      expect(file.staff.some(({ roles }) => roles.length === 1 && roles[0] === role)).toBe(true);
    }
    expect(file.staff.some(({ roles }) => roles.length > 1)).toBe(true);
    expect(file.staff.filter(({ therapist_name }) => therapist_name !== null)).toHaveLength(5);
    for (const { email, password } of file.staff) {
      const user = await app.db
        .selectFrom("users")
        .selectAll()
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      expect(await isPassword(password, user.password_hash)).toBe(true);
    }
  });

  test("lists 160 orders across all seven steps, with at least 80 in step 5", () => {
    expect(file.patients).toHaveLength(160);
    expect(new Set(file.patients.map(({ step }) => step))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
    expect(file.patients.filter(({ step }) => step === 5).length).toBeGreaterThanOrEqual(80);
  });

  test("has a working link code for every patient, already sent for step 5 and later", async () => {
    for (const { link_code: code, sales_order_no, step } of file.patients) {
      const found = await app.db
        .selectFrom("link_codes")
        .innerJoin("orders", "orders.id", "link_codes.order_id")
        .select(["orders.sales_order_no", "link_codes.sent_at"])
        .where("code_hash", "=", linkHash(app, code ?? ""))
        .executeTakeFirstOrThrow();
      expect(found.sales_order_no).toBe(sales_order_no);
      expect(found.sent_at !== null).toBe(step >= 5);
      expect(code).toMatch(/^[a-z0-9]{20}$/);
    }
  });

  test("has a different live access code for each patient in step 5", async () => {
    const codes = file.patients.flatMap(({ access_code }) => access_code ?? []);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { access_code: code, sales_order_no, step } of file.patients) {
      expect(code !== null).toBe(step === 5);
      if (code === null) continue;
      const live = await app.db
        .selectFrom("access_codes")
        .innerJoin("orders", "orders.id", "access_codes.order_id")
        .select(["orders.sales_order_no", "expires_at", "access_codes.created_at"])
        .where("code_hash", "=", codeHash(app, code))
        .where("ended_at", "is", null)
        .where("used_at", "is", null)
        .executeTakeFirstOrThrow();
      expect(live.sales_order_no).toBe(sales_order_no);
      expect(live.expires_at).toBeGreaterThan(dayBegan + day);
      expect(live.created_at).toBeLessThanOrEqual(dayBegan);
    }
  });

  test("has a live integration key", async () => {
    const keys = await app.db.selectFrom("integration_keys").selectAll().execute();
    expect(keys.map(({ key_hash }) => key_hash)).toEqual([hashToken(file.integration_key ?? "")]);
  });

  test("stays the same all day and is different the next day", async () => {
    const { app: evening, file: same } = await demoOn(
      saturday + 5 * hour,
      "another secret that only the tests know",
    );
    expect(same).toEqual(file);
    for (const table of [
      "orders",
      "order_steps",
      "visits",
      "slots",
      "threads",
      "messages",
      "consents",
    ] as const) {
      const rows = (of: typeof app) => of.db.selectFrom(table).selectAll().execute();
      expect(await rows(evening)).toEqual(await rows(app));
    }
    const { file: sunday } = await demoOn(saturday + day);
    expect(sunday.patients.map(({ link_code }) => link_code)).not.toEqual(
      file.patients.map(({ link_code }) => link_code),
    );
  });
});

describe("the demo's clinic", () => {
  test("has five therapists in four zones and three states", () => {
    expect(therapists).toHaveLength(5);
    expect(new Set(zones.values()).size).toBe(4);
    expect(new Set(therapists.map(({ region }) => region)).size).toBe(3);
    expect(therapists.every(({ user_id }) => user_id !== null)).toBe(true);
  });

  test("has a valid, unique phone number for each patient", () => {
    const byPhone = new Map<string, number>();
    for (const { phone, patient_id } of orders) {
      if (phone === null) continue;
      expect(parsePhone(phone)).toBe(phone);
      expect(byPhone.get(phone) ?? patient_id).toBe(patient_id);
      byPhone.set(phone, patient_id);
    }
  });

  test.each(invariants)("%s", async (_sentence, offenders) => {
    expect((await sql.raw(offenders).execute(app.db)).rows).toEqual([]);
  });

  test("has visits of every status, dated in the therapist's time zone", () => {
    expect(new Set(visits.map(({ status }) => status))).toEqual(
      new Set(["submitted", "confirmed", "completed", "cancelled", "pending", "no show"]),
    );
    for (const { local_date, start_at, therapist_id } of visits) {
      expect(local_date).toBe(localDate(start_at, zones.get(therapist_id) ?? ""));
    }
  });

  test("has no changes dated after the start of the day", () => {
    const past = [
      ...orders.flatMap(({ step_at, closed_at, updated_at }) => [step_at, closed_at ?? 0, updated_at]),
      ...visits.flatMap((visit) => [visit.submitted_at, visit.confirmed_at, visit.completed_at]),
      ...visits.map(({ cancelled_at }) => cancelled_at),
    ].map((at) => at ?? 0);
    expect(Math.max(...past)).toBeLessThanOrEqual(dayBegan);
  });

  test("has visits today and submitted visits within 72 hours at any hour of the day", () => {
    expect(visits.filter(({ local_date }) => local_date === "2026-03-07").length).toBeGreaterThanOrEqual(5);
    for (const now of [dayBegan, dayBegan + day - 1]) {
      const soon = visits.filter(
        ({ status, start_at }) => status === "submitted" && start_at > now && start_at < now + 72 * hour,
      );
      expect(soon.length).toBeGreaterThanOrEqual(4);
    }
  });

  test("has open times on weekdays for the next four weeks in the therapist's time zone", async () => {
    const slots = await app.db.selectFrom("slots").selectAll().execute();
    for (const { therapist_id, start_at, local_date } of slots) {
      const zone = zones.get(therapist_id) ?? "";
      expect(localDate(start_at, zone)).toBe(local_date);
      expect(weekdayOf(local_date) % 6).not.toBe(0);
      const minutes = (start_at - (instantOf(local_date, "08:00", zone) ?? 0)) / 60_000;
      expect(minutes % 30).toBe(0);
      expect(minutes).toBeGreaterThanOrEqual(0);
      expect(minutes).toBeLessThan(12 * 60);
    }
    const openings = await listOpenings(app.reads, app.config, { now: saturday });
    expect(openings.length).toBeGreaterThan(1000);
    expect(await countOpeningsByDay(app.reads, app.config, { now: saturday })).toHaveLength(20);
    expect(Math.max(...slots.map(({ start_at }) => start_at))).toBeGreaterThan(saturday + 26 * day);
  });

  test("has a weekly class with a roll, a visit at a branch, and one in a home area", async () => {
    const kinds = await app.db.selectFrom("visit_kinds").selectAll().where("is_default", "=", 0).execute();
    expect(kinds.map(({ mode, booked_by, company_id }) => [mode, booked_by, company_id])).toEqual([
      ["branch", "everyone", 3],
      ["home", "everyone", 3],
      ["class", "everyone", 3],
    ]);
    const [atBranch, atHome, inClass] = kinds.map(({ id }) => visits.filter(({ kind_id }) => kind_id === id));
    const places = await app.db.selectFrom("places").select("id").execute();
    expect(atBranch).toMatchObject([{ status: "submitted", place_id: places[0]?.id, meeting_link: null }]);
    const home = therapists.find(({ id }) => id === atHome?.[0]?.therapist_id);
    const { zip } = orders.find(({ id }) => id === atHome?.[0]?.order_id) ?? {};
    expect(JSON.parse(home?.zip_prefixes ?? "[]")).toContain(zip?.slice(0, 3));
    const classes = await app.db.selectFrom("classes").selectAll().orderBy("start_at").execute();
    expect(classes).toHaveLength(3);
    expect(new Set(classes.map(({ series }) => series)).size).toBe(1);
    expect(new Set(inClass?.map(({ class_id }) => class_id))).toEqual(new Set([classes[0]?.id]));
    const photos = await app.db.selectFrom("answer_photos").select("answer_id").execute();
    expect(photos).toHaveLength(1);
  });

  test("has some fully booked days", async () => {
    const full = visits.filter(({ status, therapist_id, local_date }) => {
      const capacity = therapists.find(({ id }) => id === therapist_id)?.daily_capacity ?? 0;
      const own = visits.filter(
        (other) =>
          isActive(other.status) && other.therapist_id === therapist_id && other.local_date === local_date,
      );
      // A class counts once.
      const load = new Set(own.map((each) => (each.class_id === null ? each.id : `class ${each.class_id}`)));
      return isActive(status) && load.size >= capacity;
    });
    expect(new Set(full.map(({ therapist_id }) => therapist_id)).size).toBeGreaterThanOrEqual(2);
  });

  test("has no overlapping visits for a therapist", () => {
    for (const { id } of therapists) {
      // Seats of a class are at the same time.
      const own = visits.filter((visit) => visit.therapist_id === id && visit.class_id === null);
      const starts = own.map(({ start_at }) => start_at).sort((a, b) => a - b);
      for (let at = 1; at < starts.length; at++) {
        expect((starts[at] ?? 0) - (starts[at - 1] ?? 0)).toBeGreaterThanOrEqual(visitLength);
      }
    }
  });

  test("has conversations with and without consent, some starred and some assigned", async () => {
    const conversations = await app.db.selectFrom("threads").selectAll().execute();
    expect(conversations).toHaveLength(48);
    for (const field of ["star_color", "assignee_user_id", "patient_name"] as const) {
      expect(conversations.some((conversation) => conversation[field] !== null)).toBe(true);
    }
    expect(conversations.filter(({ sms_consent }) => sms_consent === 0).length).toBeGreaterThan(8);
    expect(conversations.filter(({ sms_consent }) => sms_consent === 1).length).toBeGreaterThan(8);
    expect(Math.max(...conversations.map(({ last_msg_at }) => last_msg_at ?? 0))).toBeLessThan(dayBegan);
  });

  test("has no broken foreign keys", async () => {
    expect((await sql`pragma foreign_key_check`.execute(app.db)).rows).toEqual([]);
  });
});
