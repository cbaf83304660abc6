import { sql } from "kysely";
import { languageOf } from "~/core/language/spoken-language";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { searchThreads } from "../search/search-threads.server";
import { type FolderPage, pageOf } from "./folder-page.server";
import type { Folder, Thread } from "./thread";

/** The newest order of the thread's patient, or else of its phone number. */
export const newestOrder = sql<number | null>`(case
  when threads.patient_id is not null and threads.brightree_db is not null then
    (select max(o.id) from orders as o
     where o.patient_id = threads.patient_id and o.brightree_db = threads.brightree_db)
  else (select max(o.id) from orders as o where o.phone = threads.phone) end)`;

async function loadThreads(db: Db, ids: readonly number[]): Promise<Thread[]> {
  const among = sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await db
    .selectFrom("threads")
    .leftJoin("users", "users.id", "threads.assignee_user_id")
    .leftJoin("orders", (join) => join.on("orders.id", "=", newestOrder))
    .selectAll("threads")
    .select("users.name as assignee_name")
    .select(["orders.language", "orders.chosen_language", "orders.interpreter"])
    .where("threads.id", "in", among)
    .execute();
  const tags = await db
    .selectFrom("thread_tags")
    .selectAll()
    .where("thread_id", "in", among)
    .orderBy("tag")
    .execute();
  const byId = new Map(
    rows.map(({ version: _, chosen_language, ...row }) => [
      row.id,
      { ...row, language: languageOf({ ...row, chosen_language }), tags: [] as string[] },
    ]),
  );
  for (const { thread_id: id, tag } of tags) byId.get(id)?.tags.push(tag);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists threads. A search lists people first, then threads with matching messages. */
export async function listThreads(
  db: Db,
  { q, ...page }: FolderPage & { q?: string },
): Promise<{ threads: Thread[]; next: string | null }> {
  const { ids, next } = q ? await searchThreads(db, page, q) : await pageOf(db, page);
  return { threads: await loadThreads(db, ids), next };
}

/** The count of All Chats is the number of unanswered threads. */
export async function countFolders(db: Db, userId: number): Promise<Record<Folder, number>> {
  const { assigned, ...counts } = await db
    .selectFrom("thread_changes")
    .select((eb) => [
      "unread as all",
      "patients",
      "starred",
      eb
        .selectFrom("threads")
        .select(eb.fn.countAll<number>().as("n"))
        .where("assignee_user_id", "=", userId)
        .as("assigned"),
    ])
    .executeTakeFirstOrThrow();
  return { ...counts, assigned: assigned ?? 0 };
}

export async function findThread(db: Db, id: number): Promise<Thread> {
  const [thread] = await loadThreads(db, [id]);
  if (!thread) throw new Refusal("missing", "Conversation not found.");
  return thread;
}
