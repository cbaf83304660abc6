import { sql } from "kysely";
import { languageOf } from "~/core/language/spoken-language";
import { Refusal } from "~/core/refusal";
import { searchTermsOf } from "~/core/search/search-terms";
import type { Db } from "~/db/open.server";
import { findHighlights, termsToHighlight } from "../search/highlight-matches.server";
import { searchPeople } from "../search/search-people.server";
import type { Conversation, Folder } from "./conversation";
import { writeCursor } from "./conversation-cursor";
import { type FolderPage, keepInFolder, type PageOfIds, pageOf } from "./folder-page.server";

/** If most matches are in threads that were already listed, a page ends early and the next page continues there. */
const batchesPerPage = 10;

const nextBelow = (message: number) => writeCursor({ stage: "words", message });

/** The newest order of the thread's patient, or else of its phone number. */
export const newestOrder = sql<number | null>`(case
  when threads.patient_id is not null and threads.brightree_db is not null then
    (select max(o.id) from orders as o
     where o.patient_id = threads.patient_id and o.brightree_db = threads.brightree_db)
  else (select max(o.id) from orders as o where o.phone = threads.phone) end)`;

/** 1 if the last message is an automatic text, like a code or a reminder. */
const isLastAutomatic = sql<number>`(threads.last_dir is 'out' and coalesce((
  select newest.direction = 'out' and newest.author_user_id is null from messages as newest
  where newest.thread_id = threads.id order by newest.id desc limit 1), 0))`;

async function listMoreConversations(db: Db, ids: readonly number[]): Promise<Conversation[]> {
  const among = sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;
  const rows = await db
    .selectFrom("threads")
    .leftJoin("users", "users.id", "threads.assignee_user_id")
    .leftJoin("orders", (join) => join.on("orders.id", "=", newestOrder))
    .selectAll("threads")
    .select("users.name as assignee_name")
    .select(["orders.language", "orders.chosen_language", "orders.interpreter"])
    .select(isLastAutomatic.as("is_last_automatic"))
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
export async function listConversations(
  db: Db,
  { q, ...page }: FolderPage & { q?: string },
): Promise<{ threads: Conversation[]; next: string | null }> {
  const { ids, next } = q ? await searchConversations(db, page, q) : await pageOf(db, page);
  return { threads: await listMoreConversations(db, ids), next };
}

/** The count of All Chats is the number of threads whose last message is the patient's. */
export async function countFolders(db: Db, userId: number): Promise<Record<Folder, number>> {
  const { assigned, ...counts } = await db
    .selectFrom("thread_changes")
    .select((eb) => [
      "inbound as all",
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

export async function findConversation(db: Db, id: number): Promise<Conversation> {
  const [conversation] = await listMoreConversations(db, [id]);
  if (!conversation) throw new Refusal("missing", "Conversation not found.");
  return conversation;
}

async function searchConversations(db: Db, page: FolderPage, q: string): Promise<PageOfIds> {
  const terms = searchTermsOf(q);
  const people = await searchPeople(db, terms);
  const ids: number[] = [];
  if (page.cursor?.stage !== "words") {
    const found = await pageOf(db, page, people.among);
    ids.push(...found.ids);
    if (found.next || people.many || page.peopleOnly) return { ids, next: found.next };
  }
  const highlights = await termsToHighlight(db, terms);
  let from = page.cursor?.stage === "words" ? page.cursor.message : Number.MAX_SAFE_INTEGER;
  for (let batch = 0; highlights && batch < batchesPerPage; batch++) {
    const { hits, rest } = await findHighlights(db, highlights, from);
    const others = hits.filter(({ thread: conversation }) => !people.ids.has(conversation));
    const idsInFolder = await keepInFolder(
      db,
      page,
      others.map(({ thread: conversation }) => conversation),
    );
    const inFolder = others.filter(({ thread: conversation }) => idsInFolder.has(conversation));
    const shown = inFolder.slice(0, page.limit - ids.length);
    ids.push(...shown.map(({ thread: conversation }) => conversation));
    if (inFolder.length > shown.length) return { ids, next: nextBelow(shown.at(-1)?.message ?? from) };
    if (rest === null) return { ids, next: null };
    from = rest;
    if (ids.length === page.limit) break;
  }
  return { ids, next: highlights && nextBelow(from) };
}
