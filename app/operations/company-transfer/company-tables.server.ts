import { sql } from "kysely";
import { calendarTable } from "./calendar-table.server";
import { batches, databases, orders, phones, therapists, threads, visits } from "./company-rows.server";
import { offerTables } from "./offer-tables.server";
import type { TransferredTable } from "./transferred-table";

const why =
  "It was queued when the company was moved and may have been sent there. Send it again if it wasn't.";

/** Each table comes after the tables it refers to. */
export const transferredTables: TransferredTable[] = [
  { name: "companies", key: ["id"], of: (company) => sql`id = ${company}` },
  {
    name: "databases",
    key: ["name"],
    of: (company) => sql`company_id = ${company}`,
    points: { company_id: "companies" },
  },
  {
    name: "saved_replies",
    key: ["id"],
    of: (company) => sql`company_id = ${company}`,
    points: { company_id: "companies" },
  },
  {
    name: "users",
    key: ["email"],
    of: (company) => sql`id in (
      select user_id from therapists where company_id = ${company}
      union select user_id from slot_batches where therapist_id in ${therapists(company)}
      union select assignee_user_id from threads where id in ${threads(company)}
      union select user_id from call_tasks where order_id in ${orders(company)}
      union select author_user_id from messages where thread_id in ${threads(company)}
      union select user_id from consents where phone in ${phones(company)}
        or phone in (select phone from threads where id in ${threads(company)}))`,
    without: ["password_hash", "two_step", "totp_sealed", "totp_step", "disabled_at", "sso_subject"],
  },
  {
    name: "order_systems",
    key: ["database_name"],
    of: (company) => sql`database_name in ${databases(company)}`,
    without: ["credentials_sealed"],
  },
  {
    name: "worklist_states",
    key: ["database_name", "state"],
    of: (company) => sql`database_name in ${databases(company)}`,
  },
  {
    name: "order_reads",
    key: ["database_name"],
    of: (company) => sql`database_name in ${databases(company)}`,
    without: ["lease", "lease_until"],
    exported: (row) => ({
      ...row,
      due_at: Date.UTC(9999, 0, 1),
      failures: 1,
      problem: "its password was not transferred. Enter it under Databases.",
    }),
  },
  {
    name: "therapists",
    key: ["id"],
    of: (company) => sql`company_id = ${company}`,
    points: { company_id: "companies", user_id: "users" },
  },
  calendarTable,
  {
    name: "weekly_hours",
    key: ["id"],
    of: (company) => sql`therapist_id in ${therapists(company)}`,
    points: { therapist_id: "therapists" },
  },
  {
    name: "slot_batches",
    key: ["id"],
    of: (company) => sql`therapist_id in ${therapists(company)}`,
    points: { therapist_id: "therapists", user_id: "users" },
  },
  {
    name: "slots",
    key: ["therapist_id", "start_at"],
    of: (company) => sql`therapist_id in ${therapists(company)}`,
    points: { therapist_id: "therapists", batch_id: "slot_batches", left_by: "slot_batches" },
  },
  {
    name: "slots_removed",
    key: ["batch_id", "start_at"],
    of: (company) => sql`batch_id in ${batches(company)}`,
    points: { batch_id: "slot_batches", added_by: "slot_batches" },
  },
  {
    name: "days_off",
    key: ["id"],
    of: (company) => sql`therapist_id in ${therapists(company)}`,
    points: { therapist_id: "therapists", batch_id: "slot_batches" },
  },
  { name: "orders", key: ["id"], of: (company) => sql`brightree_db in ${databases(company)}` },
  {
    name: "order_steps",
    key: ["order_id", "reached_at", "step"],
    of: (company) => sql`order_id in ${orders(company)}`,
    points: { order_id: "orders" },
  },
  {
    name: "link_codes",
    key: ["order_id"],
    of: (company) => sql`order_id in ${orders(company)}`,
    points: { order_id: "orders" },
    sealed: { code_sealed: "code" },
    without: ["code_hash"],
  },
  {
    name: "helpers",
    key: ["id"],
    of: (company) => sql`order_id in ${orders(company)}`,
    points: { order_id: "orders" },
    sealed: { code_sealed: "code" },
    without: ["code_hash"],
  },
  {
    name: "access_codes",
    key: ["id"],
    of: (company) => sql`order_id in ${orders(company)}`,
    points: { order_id: "orders" },
    sealed: { code_sealed: "code" },
    without: ["code_hash"],
  },
  {
    name: "visits",
    key: ["id"],
    of: (company) => sql`order_id in ${orders(company)}`,
    points: { order_id: "orders", therapist_id: "therapists" },
  },
  ...offerTables,
  {
    name: "visits_left_out",
    key: ["visit_id", "batch_id"],
    of: (company) => sql`visit_id in ${visits(company)}`,
    points: { visit_id: "visits", batch_id: "slot_batches" },
  },
  {
    name: "reply_choices",
    key: ["phone", "number"],
    of: (company) => sql`visit_id in ${visits(company)}`,
    points: { visit_id: "visits" },
  },
  {
    name: "call_tasks",
    key: ["id"],
    of: (company) => sql`order_id in ${orders(company)}`,
    points: { order_id: "orders", visit_id: "visits", user_id: "users" },
    without: ["version"],
  },
  {
    name: "held_moves",
    key: ["visit_id"],
    of: (company) => sql`visit_id in ${visits(company)}`,
    points: { visit_id: "visits", told_therapist_id: "therapists" },
  },
  {
    name: "threads",
    key: ["id"],
    of: (company) => sql`id in ${threads(company)}`,
    points: { assignee_user_id: "users" },
    without: ["version"],
  },
  {
    name: "thread_tags",
    key: ["thread_id", "tag"],
    of: (company) => sql`thread_id in ${threads(company)}`,
    points: { thread_id: "threads" },
  },
  {
    name: "messages",
    key: ["id"],
    // The plus sign keeps SQLite in ID order, which pages need.
    of: (company) => sql`+thread_id in ${threads(company)}`,
    points: { thread_id: "threads", author_user_id: "users" },
    exported: (row) => (row.status === "queued" ? { ...row, status: "failed", error: why } : row),
  },
  {
    name: "consents",
    key: ["id"],
    of: (company) =>
      sql`(phone in ${phones(company)} or phone in (select phone from threads where id in ${threads(company)}))`,
    points: { user_id: "users", message_id: "messages" },
    without: ["wording_version"],
  },
  {
    name: "outbox",
    key: ["id"],
    of: (company) =>
      sql`(+order_id in ${orders(company)} or +visit_id in ${visits(company)} or +message_id in (select id from messages where thread_id in ${threads(company)}))`,
    points: { order_id: "orders", visit_id: "visits", message_id: "messages" },
    sealed: { body_sealed: "body" },
    without: ["lease_owner", "lease_until"],
    exported: (row) =>
      row.status === "queued" || row.status === "sending"
        ? { ...row, status: "failed", error: why, error_code: null, finished_at: row.created_at }
        : row,
  },
  {
    name: "outbox_instead",
    key: ["outbox_id"],
    of: (company) =>
      sql`outbox_id in (select id from outbox where order_id in ${orders(company)} or visit_id in ${visits(company)})`,
    points: { outbox_id: "outbox" },
    sealed: { body_sealed: "body" },
  },
];
