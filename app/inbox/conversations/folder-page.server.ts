import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/db/open.server";
import { whereUnanswered } from "~/messages/conversations/unanswered.server";
import type { Filter, Folder } from "./conversation";
import { type ConversationCursor, writeCursor } from "./conversation-cursor";

export interface FolderPage {
  folder: Folder;
  filter?: Filter | null;
  userId: number;
  /** Searches only names, numbers, and dates of birth, not the text of messages. */
  peopleOnly?: boolean;
  cursor?: ConversationCursor;
  limit: number;
}

const activity = sql<number>`coalesce(threads.last_msg_at, threads.created_at)`;

// Uses literals, because SQLite can't use a partial index with bound values.
const filterOf = {
  unanswered: whereUnanswered,
  // A sender that is not a phone number is never asked for consent.
  waiting: sql<boolean>`threads.sms_consent = 0 and threads.phone like '+%'`,
  snoozed: sql<boolean>`threads.snoozed_until is not null`,
};

function within(db: Db, { folder, filter, userId }: FolderPage) {
  const all = db.selectFrom("threads").select(["threads.id", activity.as("at")]);
  const query = filter ? all.where(filterOf[filter]) : all;
  if (folder === "patients") {
    return query.where(sql<boolean>`(threads.patient_id is not null or threads.patient_name is not null)`);
  }
  if (folder === "starred") return query.where(sql<boolean>`threads.star_color is not null`);
  return folder === "assigned" ? query.where("threads.assignee_user_id", "=", userId) : query;
}

export interface PageOfIds {
  ids: number[];
  next: string | null;
}

/** Newest first, except for unanswered ones, of which the patient who has waited the longest is first. */
export async function pageOf(db: Db, page: FolderPage, among?: RawBuilder<number>): Promise<PageOfIds> {
  const { cursor, limit } = page;
  const isOldestFirst = page.filter === "unanswered";
  const order = isOldestFirst ? "asc" : "desc";
  let query = within(db, page)
    .orderBy(activity, order)
    .orderBy("threads.id", order)
    .limit(limit + 1);
  if (among) query = query.where("threads.id", "in", among);
  if (cursor?.stage === "threads") {
    const beyond = sql.raw(isOldestFirst ? ">" : "<");
    query = query.where(sql<boolean>`(${activity}, threads.id) ${beyond} (${cursor.at}, ${cursor.id})`);
  }
  const found = await query.execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next =
    last && found.length > limit ? writeCursor({ stage: "threads", at: last.at, id: last.id }) : null;
  return { ids: rows.map((row) => row.id), next };
}

/** @returns the ids of the threads that are in the folder and match the filter */
export async function keepInFolder(db: Db, page: FolderPage, ids: readonly number[]): Promise<Set<number>> {
  if (page.folder === "all" && !page.filter) return new Set(ids);
  const rows = await within(db, page)
    .where("threads.id", "in", sql<number>`(select value from json_each(${JSON.stringify(ids)}))`)
    .execute();
  return new Set(rows.map((row) => row.id));
}
