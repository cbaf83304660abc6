import { sql } from "kysely";
import { hashPassword } from "~/accounts/passwords/hash-password.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { addDays, day, hour, iso, localDate, startOfDay } from "~/core/time";
import { operator } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
import type { Db } from "~/db/open.server";
import type { NewRow } from "~/db/tables";
import { writeConversationsInBulk } from "~/inbox/conversations/bulk-load.server";
import { defaultReplies } from "~/inbox/replies/default-replies-strings";
import { steps } from "~/orders/step";
import {
  bookingConsents,
  type DemoConversation,
  makeConversations,
} from "./conversations/sample-conversations";
import { integrationKey, makeAccessCodes, makeLinkCodes } from "./demo-codes.server";
import { orderRow, stepRows, visitRows } from "./demo-rows";
import type { Scale } from "./demo-size";
import { markDemo } from "./folder/demo-marker.server";
import { insertRows, withoutIndexes } from "./insert-rows.server";
import { makePatients } from "./people/patients";
import { companies } from "./people/places";
import { type Account, makeStaff } from "./people/staff";
import { randomOf } from "./random.server";
import { type DemoOrder, makeOrders } from "./sample-orders";
import { calendarOf } from "./visits/sample-calendar";
import { insertKinds } from "./visits/sample-kinds.server";
import { insertNights } from "./visits/sample-nights.server";
import { insertQuestions } from "./visits/sample-questions.server";
import { insertShipments } from "./visits/sample-shipments.server";
import { makeSlots } from "./visits/sample-slots";

const calls = [
  { missed: true, waits: 5 * hour, left: 0 },
  { missed: true, waits: 2 * day, left: 1 },
  { missed: false, waits: day, left: 0 },
  { missed: false, waits: 3 * day, left: 3 },
];

/** Names, times, and codes are the same all day. Salts and sealed values differ. */
export async function createDemo(app: App, scale: Scale): Promise<void> {
  const calendar = calendarOf(iso(app.clock.now()).slice(0, 10));
  const random = (subject: string) => randomOf(subject, app.clock.now());
  const staff = makeStaff(scale.therapists);
  const patients = makePatients(random("patients"), scale.patients, staff.therapists);
  const { accessCodeDays } = app.config;
  const orders = makeOrders(random("orders"), { calendar, scale, patients, accessCodeDays });
  const slots = makeSlots(random("slots"), { calendar, scale, therapists: staff.therapists, orders });
  const supervisors = staff.accounts.filter(({ roles }) => roles.includes("supervisor")).map(({ id }) => id);
  const conversations = makeConversations(random("threads"), {
    now: calendar.now,
    scale,
    orders,
    supervisorIds: supervisors,
  });
  const hashes = await passwordHashes(staff.accounts);
  await app.db.transaction().execute(async (trx) => {
    // Enough memory for all indexes. With less, the large demo would read and write index pages for every row.
    await sql`pragma cache_size = -256000`.execute(trx);
    await insertStaff(trx, staff.accounts, hashes, calendar.now - 90 * day);
    // The last company has no saved replies, like a new company.
    await insertRows(trx, "saved_replies", companies.slice(0, -1).flatMap(repliesOf));
    const therapists = staff.therapists.map(({ row }) => row);
    await insertRows(trx, "therapists", therapists);
    await insertRows(trx, "orders", orders.map(orderRow));
    await insertRows(trx, "order_steps", stepRows(orders));
    await insertRows(trx, "link_codes", makeLinkCodes(random("links"), app, orders));
    await insertRows(trx, "access_codes", makeAccessCodes(random("codes"), app, orders, accessCodeDays));
    const { row: key } = integrationKey(random("integration key"));
    await insertRows(trx, "integration_keys", [{ ...key, created_at: calendar.now - 30 * day }]);
    await withoutIndexes(trx, "visits", () => insertRows(trx, "visits", visitRows(random("visits"), orders)));
    await insertCallTasks(trx, orders, calendar.now);
    await insertWaits(trx, orders, calendar.now);
    await insertFollowUps(trx, orders, { now: calendar.now, supervisors });
    await insertRows(trx, "slots", slots);
    await insertFreedTimes(trx, calendar.now);
    await writeConversationsInBulk(trx, () =>
      insertConversations(trx, conversations, bookingConsents(orders)),
    );
    await insertPendingMove({ trx, app });
    await insertQuestions({ trx, app }, calendar.now);
    await insertShipments(trx, calendar.now);
    await insertKinds(trx, calendar.now);
    const then = { ...app, clock: { now: () => calendar.now } };
    await insertNights({ trx, app: then }, random("nights"), staff.accounts[0]?.name ?? "");
    for (const { id, roles } of staff.accounts.slice(0, 8)) {
      await logAudit({ trx, app: then, who: operator }, "user.added", `user ${id}`, { roles });
    }
    await markDemo(trx, app.clock.now(), scale);
  });
}

const repliesOf = ({ id }: { id: number }) =>
  defaultReplies.map((reply, index) => ({ ...reply, company_id: id, position: index + 1 }));

// Hashing is slow by design, so accounts with the same password share a hash.
async function passwordHashes(accounts: readonly Account[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { password } of accounts) {
    if (!hashes.has(password)) hashes.set(password, await hashPassword(password));
  }
  return hashes;
}

async function insertStaff(
  trx: Db,
  accounts: readonly Account[],
  hashes: ReadonlyMap<string, string>,
  createdAt: number,
): Promise<void> {
  const companyRows = companies.map(({ id, name, phone }) => ({ id, name, phone }));
  await insertRows(trx, "companies", companyRows);
  const databaseRows = companies.map(({ id, database }) => ({ name: database, company_id: id }));
  await insertRows(trx, "databases", databaseRows);
  const userRows = accounts.map(({ roles: _, password, ...user }) => ({
    ...user,
    password_hash: hashes.get(password) ?? null,
    created_at: createdAt,
  }));
  await insertRows(trx, "users", userRows);
  const roleRows = accounts.flatMap(({ id, roles }) => roles.map((role) => ({ user_id: id, role })));
  await insertRows(trx, "user_roles", roleRows);
}

async function insertConversations(
  trx: Db,
  conversations: Iterable<DemoConversation>,
  bookings: readonly NewRow<"consents">[],
): Promise<void> {
  let batch: DemoConversation[] = [];
  async function write(): Promise<void> {
    const rows = batch.map(({ row }) => row);
    await insertRows(trx, "threads", rows);
    const tagRows = batch.flatMap(({ row, tags }) => tags.map((tag) => ({ thread_id: row.id, tag })));
    await insertRows(trx, "thread_tags", tagRows);
    const messages = batch.flatMap((conversation) => conversation.messages);
    await insertRows(trx, "messages", messages);
    batch = [];
  }
  const consents = [...bookings];
  for (const conversation of conversations) {
    batch.push(conversation);
    consents.push(...conversation.consents);
    if (batch.length === 500) await write();
  }
  await write();
  consents.sort((a, b) => a.created_at - b.created_at);
  await insertRows(trx, "consents", consents);
}

async function insertPendingMove({ trx, app: { secrets } }: AppTx): Promise<void> {
  const held = await trx
    .selectFrom("messages")
    .innerJoin("threads", "threads.id", "messages.thread_id")
    .select(["messages.id", "messages.body", "messages.created_at", "threads.phone"])
    .where("messages.status", "=", "held")
    .orderBy("messages.id")
    .execute();
  await insertRows(
    trx,
    "outbox",
    held.map(({ id, body, created_at, phone }) => ({
      channel: "sms" as const,
      recipient: phone,
      body_sealed: secrets.seal(body),
      kind: "chat",
      automated: 0,
      message_id: id,
      status: "held" as const,
      created_at,
    })),
  );
}

/** Adds the past times of canceled visits, for the recovery page to count. @param now ms UTC */
async function insertFreedTimes(trx: Db, now: number): Promise<void> {
  const left = sql`from visits where status = 'cancelled' and cancelled_at < start_at and start_at < ${now}`;
  await sql`
    insert into slots (therapist_id, start_at, local_date)
    select therapist_id, start_at, local_date ${left} on conflict do nothing`.execute(trx);
  await sql`
    insert into freed_time_log (therapist_id, start_at, local_date, freed_at, visit_id)
    select therapist_id, start_at, local_date, cancelled_at, id ${left} on conflict do nothing`.execute(trx);
}

const plans = [
  {
    action: "Call the insurance about the pre-authorization",
    dueIn: -2,
    note: "Insurance asked for the sleep study.",
  },
  {
    action: "Ask the doctor's office for the signed order",
    dueIn: 3,
    note: "Left a voicemail at the office.",
  },
  { action: "Call the patient about the address", dueIn: 0, note: null },
];

/** In each step before a visit, the first orders have an owner, a next action, and a note. @param now ms UTC */
async function insertFollowUps(
  trx: Db,
  orders: readonly DemoOrder[],
  { now, supervisors }: { now: number; supervisors: readonly number[] },
): Promise<void> {
  for (const step of [1, 2, 3, 4, 5]) {
    const waiting = orders.filter((order) => order.closedAt === null && order.step === step);
    for (const [index, { action, dueIn, note }] of plans.entries()) {
      const order = waiting[index];
      if (!order) continue;
      const owner = supervisors[(step + index) % supervisors.length] ?? null;
      const due_on = iso(now + dueIn * day).slice(0, 10);
      const plan = { order_id: order.id, owner_user_id: owner, next_action: action, due_on };
      await trx.insertInto("order_follow_ups").values(plan).execute();
      if (!note) continue;
      const written = { order_id: order.id, user_id: owner, created_at: now - day, body: note };
      await trx.insertInto("order_notes").values(written).execute();
    }
  }
}

/** Four patients to call: two missed a visit, and two have a link but no visit. @param now ms UTC */
async function insertCallTasks(trx: Db, orders: readonly DemoOrder[], now: number): Promise<void> {
  const waiting = orders.filter((order) => order.closedAt === null && order.step === steps.linkSent);
  const missed = waiting.filter((order) => order.visits.some(({ status }) => status === "no show"));
  const unbooked = waiting.filter((order) => order.visits.length === 0);
  for (const [index, { missed: isMissed, waits, left }] of calls.entries()) {
    const order = (isMissed ? missed : unbooked)[index];
    if (!order) continue;
    const visit = await trx
      .selectFrom("visits")
      .select("id")
      .where("order_id", "=", order.id)
      .where("status", "=", "no show")
      .executeTakeFirst();
    await trx
      .insertInto("call_tasks")
      .values({
        order_id: order.id,
        visit_id: visit?.id ?? null,
        reason: isMissed ? "missed_visit" : "no_visit",
        created_at: now - waits - left * day,
        due_at: now - waits,
        messages_left: left,
      })
      .execute();
  }
}

const waitsFor = [
  { parts: ["evening"], weekdays: [1, 2, 3, 4, 5], standby: 0, since: 6 * day },
  { parts: ["morning", "afternoon"], weekdays: [2, 4], standby: 1, since: 2 * day },
];

/** Two patients without a visit for whom no open time works. @param now ms UTC */
async function insertWaits(trx: Db, orders: readonly DemoOrder[], now: number): Promise<void> {
  const unbooked = orders.filter(
    (order) => order.closedAt === null && order.step === steps.linkSent && order.visits.length === 0,
  );
  const rows = waitsFor.flatMap(({ parts, weekdays, standby, since }, index) => {
    const order = unbooked[index];
    if (!order) return [];
    return {
      order_id: order.id,
      parts: JSON.stringify(parts),
      weekdays: JSON.stringify(weekdays),
      notice_hours: 24,
      standby,
      until_at: startOfDay(addDays(localDate(now, staffZone), 25), staffZone),
      zone: staffZone,
      asked_at: now - since,
    };
  });
  if (rows.length > 0) await trx.insertInto("waits").values(rows).execute();
}
