import { type RawBuilder, sql } from "kysely";
import type { TransferredTable } from "./transferred-table";

type Keys = (company: number) => RawBuilder<unknown>;

// The keys of a company's rows, as subqueries.
export const databases: Keys = (company) => sql`(select name from databases where company_id = ${company})`;
export const therapists: Keys = (company) => sql`(select id from therapists where company_id = ${company})`;
export const orders: Keys = (company) =>
  sql`(select id from orders where brightree_db in ${databases(company)})`;
const visits: Keys = (company) => sql`(select id from visits where order_id in ${orders(company)})`;
const phones: Keys = (company) =>
  sql`(select phone from orders where brightree_db in ${databases(company)} and phone is not null
    union select phone from helpers where order_id in ${orders(company)} and phone is not null)`;
export const conversations: Keys = (company) =>
  sql`(select id from threads where brightree_db in ${databases(company)} or (brightree_db is null and phone in ${phones(company)}))`;
const kinds: Keys = (company) => sql`(select id from visit_kinds where company_id = ${company})`;
const batches: Keys = (company) =>
  sql`(select id from slot_batches where therapist_id in ${therapists(company)})`;

const keysOf = {
  company_id: (company: number) => sql`(${company})`,
  brightree_db: databases,
  database_name: databases,
  therapist_id: therapists,
  batch_id: batches,
  order_id: orders,
  visit_id: visits,
  thread_id: conversations,
};

const by = (column: keyof typeof keysOf) => (company: number) =>
  sql`${sql.ref(column)} in ${keysOf[column](company)}`;

const code = { sealed: { code_sealed: "code" }, without: ["code_hash"] };

/** A frozen company's message goes along as it waits, unless an earlier attempt to send it was cut off. */
const isUnsent = ({ status, in_doubt }: Record<string, unknown>) => status === "queued" && in_doubt === 0;

/** For messages that the old installation may have sent. */
export const sentBeforeMove = "It may have been sent before the company was moved. If it wasn't, resend it.";

/** Each table is listed after the tables that it refers to. */
export const transferredTables: TransferredTable[] = [
  {
    name: "companies",
    key: ["id"],
    of: (company) => sql`id = ${company}`,
    without: ["moving_at", "moved_to"],
  },
  { name: "company_logos", key: ["company_id"], of: by("company_id") },
  { name: "databases", key: ["name"], of: by("company_id") },
  { name: "saved_replies", key: ["id"], of: by("company_id") },
  { name: "places", key: ["id"], of: by("company_id") },
  { name: "visit_kinds", key: ["id"], of: by("company_id") },
  {
    name: "users",
    key: ["email"],
    of: (company) => sql`id in (
      select user_id from therapists where company_id = ${company}
      union select user_id from slot_batches where therapist_id in ${therapists(company)}
      union select staff_closed_by from orders where brightree_db in ${databases(company)}
      union select assignee_user_id from threads where id in ${conversations(company)}
      union select user_id from call_tasks where order_id in ${orders(company)}
      union select user_id from waits where order_id in ${orders(company)}
      union select owner_user_id from order_follow_ups where order_id in ${orders(company)}
      union select user_id from order_notes where order_id in ${orders(company)}
      union select author_user_id from messages where thread_id in ${conversations(company)}
      union select user_id from consents where phone in ${phones(company)}
        or phone in (select phone from threads where id in ${conversations(company)}))`,
    without: [
      "password_hash",
      "two_step",
      "totp_sealed",
      "totp_step",
      "disabled_at",
      "sso_subject",
      "setup_hidden_at",
      "send_opens_next",
    ],
  },
  {
    name: "order_systems",
    key: ["database_name"],
    of: by("database_name"),
    without: ["credentials_sealed"],
  },
  { name: "worklist_states", key: ["database_name", "state"], of: by("database_name") },
  {
    name: "order_reads",
    key: ["database_name"],
    of: by("database_name"),
    without: ["lease", "lease_until"],
    exported: (row) => ({
      ...row,
      due_at: Date.UTC(9999, 0, 1),
      failures: 1,
      problem: "its password was not transferred. Enter it under Databases.",
    }),
  },
  { name: "therapists", key: ["id"], of: by("company_id"), without: ["invite_again", "sort_name"] },
  { name: "visit_kind_therapists", key: ["kind_id", "therapist_id"], of: by("therapist_id") },
  {
    name: "calendars",
    key: ["id"],
    of: by("therapist_id"),
    sealed: { url_sealed: "url" },
    without: [
      "password_sealed",
      "content_hash",
      "computed_at",
      "warned_at",
      "replacing_from",
      "replacing_to",
    ],
    // Marked as never read, so that the therapist's times stay closed until the new server reads the calendar.
    exported: (row) => ({ ...row, created_at: 0, due_at: 0, last_read_at: null }),
  },
  {
    name: "calendar_feeds",
    key: ["therapist_id"],
    of: by("therapist_id"),
    sealed: { token_sealed: "token" },
  },
  { name: "weekly_hours", key: ["id"], of: by("therapist_id") },
  { name: "slot_batches", key: ["id"], of: by("therapist_id") },
  {
    name: "slots",
    key: ["therapist_id", "start_at"],
    of: by("therapist_id"),
    points: { left_by: "slot_batches" },
  },
  { name: "slots_removed", key: ["batch_id", "start_at"], of: by("batch_id") },
  { name: "days_off", key: ["id"], of: by("therapist_id") },
  { name: "orders", key: ["id"], of: by("brightree_db"), points: { staff_closed_by: "users" } },
  { name: "order_steps", key: ["order_id", "reached_at", "step"], of: by("order_id") },
  {
    name: "order_follow_ups",
    key: ["order_id"],
    of: by("order_id"),
    points: { owner_user_id: "users" },
  },
  { name: "order_notes", key: ["id"], of: by("order_id") },
  { name: "link_codes", key: ["order_id"], of: by("order_id"), ...code },
  { name: "helpers", key: ["id"], of: by("order_id"), ...code },
  { name: "access_codes", key: ["id"], of: by("order_id"), ...code },
  { name: "classes", key: ["id"], of: by("company_id") },
  { name: "class_therapists", key: ["class_id", "therapist_id"], of: by("therapist_id") },
  { name: "visits", key: ["id"], of: by("order_id") },
  { name: "plan_items", key: ["id"], of: by("company_id") },
  { name: "questions", key: ["id"], of: (company) => sql`kind_id in ${kinds(company)}` },
  { name: "visit_answers", key: ["id"], of: by("visit_id") },
  {
    name: "answer_photos",
    key: ["answer_id"],
    of: (company) => sql`answer_id in (select id from visit_answers where visit_id in ${visits(company)})`,
    sealed: { image_sealed: "image", thumbnail_sealed: "thumbnail" },
  },
  { name: "shipments", key: ["id"], of: by("order_id") },
  { name: "first_nights", key: ["order_id"], of: by("order_id") },
  { name: "nights", key: ["order_id", "night", "source", "device"], of: by("order_id") },
  { name: "plan_steps", key: ["id"], of: by("order_id") },
  { name: "readings", key: ["id"], of: by("order_id") },
  { name: "earlier_wishes", key: ["order_id"], of: by("order_id") },
  { name: "waits", key: ["id"], of: by("order_id"), points: { user_id: "users" } },
  {
    name: "freed_times",
    key: ["therapist_id", "start_at"],
    of: by("therapist_id"),
    // May refer to another company's order.
    without: ["left_by"],
  },
  { name: "freed_time_log", key: ["therapist_id", "start_at"], of: by("therapist_id") },
  { name: "offers", key: ["id"], of: by("order_id"), ...code },
  { name: "visits_left_out", key: ["visit_id", "batch_id"], of: by("visit_id") },
  { name: "reply_choices", key: ["phone", "number"], of: by("visit_id") },
  { name: "call_tasks", key: ["id"], of: by("order_id"), without: ["version"] },
  { name: "held_moves", key: ["visit_id"], of: by("visit_id") },
  {
    name: "threads",
    key: ["id"],
    of: (company) => sql`id in ${conversations(company)}`,
    without: ["version", "company_id"],
  },
  { name: "thread_tags", key: ["thread_id", "tag"], of: by("thread_id") },
  {
    name: "messages",
    key: ["id"],
    // The plus sign keeps SQLite in ID order, which pages need.
    of: (company) => sql`+thread_id in ${conversations(company)}`,
    exported: (row, isFrozen) =>
      row.status === "queued" && !isFrozen ? { ...row, status: "failed", error: sentBeforeMove } : row,
  },
  {
    name: "consents",
    key: ["id"],
    of: (company) =>
      sql`(phone in ${phones(company)} or phone in (select phone from threads where id in ${conversations(company)}))`,
    without: ["wording_version"],
  },
  {
    name: "outbox",
    key: ["id"],
    of: (company) =>
      sql`(+order_id in ${orders(company)} or +visit_id in ${visits(company)} or +message_id in (select id from messages where thread_id in ${conversations(company)}))`,
    sealed: { body_sealed: "body" },
    // `behind` is set by a trigger, because the recipient may have other messages in the new installation.
    without: ["lease_owner", "lease_until", "behind"],
    exported: (row, isFrozen) =>
      (row.status === "queued" || row.status === "sending") && !(isFrozen && isUnsent(row))
        ? {
            ...row,
            status: "failed",
            possibly_sent: 1,
            error: sentBeforeMove,
            error_code: null,
            finished_at: row.created_at,
          }
        : row,
  },
  {
    name: "outbox_instead",
    key: ["outbox_id"],
    of: (company) =>
      sql`outbox_id in (select id from outbox where order_id in ${orders(company)} or visit_id in ${visits(company)})`,
    sealed: { body_sealed: "body" },
  },
];
