import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { openSession } from "~/accounts/sessions.server";
import type { App } from "~/boot/app.server";
import { addDays, day, instantOf, localDate, minute, zoneOrUtc } from "~/core/time";
import type { PatientSessionKind, Role } from "~/core/who";
import type { NewRow } from "~/db/tables";
import { sessionCookies } from "~/http/request/cookies.server";
import { Client } from "./client";

type SeedApp = Pick<App, "db" | "clock">;

let serial = 0;
const next = () => ++serial;

async function companyId(app: SeedApp): Promise<number> {
  const found = await app.db.selectFrom("companies").select("id").executeTakeFirst();
  return found?.id ?? (await seedCompany(app));
}

/** Adds a medical equipment company and returns its id. */
export async function seedCompany(app: SeedApp, name = `Company ${next()}`): Promise<number> {
  const row = await app.db
    .insertInto("companies")
    .values({ name, phone: "+19195550100" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Adds a database of the order system, unless it exists, and returns its name. */
export async function seedDatabase(app: SeedApp, name = "QHMS"): Promise<string> {
  await app.db
    .insertInto("databases")
    .values({ name, company_id: await companyId(app) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return name;
}

/** Adds a therapist in North Carolina, on New York time. */
export async function seedTherapist(app: SeedApp, fields: Partial<NewRow<"therapists">> = {}) {
  const number = next();
  return app.db
    .insertInto("therapists")
    .values({
      name: `Therapist ${number}`,
      email: `therapist${number}@clinic.example`,
      timezone: "EST",
      region: "NC",
      company_id: fields.company_id ?? (await companyId(app)),
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds an order that is ready to schedule. Its numbers are far above those in the files that tests import. */
export async function seedOrder(app: SeedApp, fields: Partial<NewRow<"orders">> = {}) {
  const number = next();
  const now = app.clock.now();
  return app.db
    .insertInto("orders")
    .values({
      brightree_db: fields.brightree_db ?? (await seedDatabase(app)),
      sales_order_no: String(6_000_000 + number),
      patient_id: 5_000_000 + number,
      patient_name: `Patient ${number}`,
      dob: "1956-04-12",
      phone: `+1919555${String(1000 + (number % 9000))}`,
      email: `patient${number}@mail.example`,
      state: "NC",
      source_step: 4,
      source_step_at: now - 3 * day,
      step: fields.source_step ?? 4,
      step_at: now - 3 * day,
      created_at: now - 20 * day,
      updated_at: now - 3 * day,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds free slots for a therapist at these times. */
export async function seedSlots(
  app: SeedApp,
  therapist: { id: number; timezone: string },
  starts: number[],
): Promise<void> {
  const zone = zoneOrUtc(therapist.timezone);
  for (let from = 0; from < starts.length; from += 1000) {
    await app.db
      .insertInto("slots")
      .values(
        starts.slice(from, from + 1000).map((start) => ({
          therapist_id: therapist.id,
          start_at: start,
          local_date: localDate(start, zone),
        })),
      )
      .execute();
  }
}

/** Adds an active visit without checking booking rules. */
export async function seedVisit(
  app: SeedApp,
  fields: Partial<NewRow<"visits">> & { order_id: number; therapist_id: number; start_at: number },
) {
  const now = app.clock.now();
  return app.db
    .insertInto("visits")
    .values({
      end_at: fields.start_at + 45 * minute,
      local_date: localDate(fields.start_at, "America/New_York"),
      status: "submitted",
      sms_consent: 1,
      uid: randomUUID(),
      created_at: now,
      submitted_at: now,
      ...fields,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a user and returns it with its plain-text `password`. */
export async function seedUser(
  app: SeedApp,
  roles: Role[],
  fields: Partial<NewRow<"users">> & { password?: string } = {},
) {
  const number = next();
  const { password = "a long enough password", ...columns } = fields;
  const user = await app.db
    .insertInto("users")
    .values({
      email: `user${number}@clinic.example`,
      name: `User ${number}`,
      phone: null,
      // Cheap parameters make tests faster. The hash includes them, so the product can verify it.
      password_hash: await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 }),
      created_at: app.clock.now(),
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const role of roles) {
    await app.db.insertInto("user_roles").values({ user_id: user.id, role }).execute();
  }
  return { ...user, password };
}

/** Adds a passkey that can't sign in and returns its id. */
export async function seedPasskey(app: SeedApp, userId: number, id: number): Promise<number> {
  await app.db
    .insertInto("passkeys")
    .values({
      id,
      user_id: userId,
      credential_id: `passkey-${next()}`,
      public_key: "",
      user_handle: "",
      counter: 0,
      transports: "[]",
      name: "Work laptop",
      created_at: app.clock.now(),
    })
    .execute();
  return id;
}

/** Opens a staff session and stores its cookie in the client. */
export async function signInStaff(app: SeedApp, client: Client, userId: number): Promise<string> {
  return openSessionFor(client, app, { kind: "staff", userId });
}

/** Returns a client that is signed in as a new staff user with this role. */
export async function staffClient({ app, url }: { app: SeedApp; url: string }, role: Role): Promise<Client> {
  const client = new Client(url);
  await signInStaff(app, client, (await seedUser(app, [role])).id);
  return client;
}

/** Opens a patient session and stores its cookie in the client. */
export async function signInPatient(
  app: SeedApp,
  client: Client,
  orderId: number,
  kind: PatientSessionKind = "code",
): Promise<string> {
  return openSessionFor(client, app, { kind, orderId });
}

async function openSessionFor(client: Client, app: SeedApp, opening: Parameters<typeof openSession>[1]) {
  const token = await app.db
    .transaction()
    .execute((trx) => openSession(trx, opening, { now: app.clock.now(), address: null, agent: null }));
  client.cookies.set(sessionCookies[opening.kind === "staff" ? "staff" : "patient"], token);
  return token;
}

/** Returns half-hour times from 9:00 to 11:30 AM in New York for the days after the clock's UTC date. */
export function morningStarts(app: SeedApp, days = 5): number[] {
  const today = localDate(app.clock.now(), "UTC");
  return Array.from(
    { length: days },
    (_, index) => instantOf(addDays(today, index + 1), "09:00", "America/New_York") ?? 0,
  ).flatMap((nine) => [0, 30, 60, 90, 120, 150].map((minutes) => nine + minutes * minute));
}

/** Seeds the minimum for a booking: a company, a database, a therapist with openings, and an order. */
export async function seedClinic(app: SeedApp) {
  const database = await seedDatabase(app);
  const therapist = await seedTherapist(app);
  const starts = morningStarts(app);
  await seedSlots(app, therapist, starts);
  const order = await seedOrder(app, { brightree_db: database });
  return { database, therapist, starts, order };
}
