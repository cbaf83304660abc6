import type { Db } from "~/db/open.server";
import { replyTime } from "./list-reminded.server";
import type { ReplyMeaning } from "./reply-meaning";

/** "1", "#2", "2.", and "both" for all visits. */
const chosen = /^\s*(?:#\s*)?(\d)\s*[.!)]*\s*$/;
const both = /^\s*(?:both|both of them|1 (?:and|&) 2|ambas|las dos|1 y 2)\s*[.!]*\s*$/i;

interface Choice {
  meaning: ReplyMeaning;
  visitIds: number[];
}

/** Finds the visits meant by a number or "both" after "Which visit?". Null for other texts. "Both" can only confirm. */
export async function findChoice(
  db: Db,
  { phone, body }: { phone: string; body: string },
  now: number,
): Promise<Choice | null> {
  const [, number] = chosen.exec(body) ?? [];
  if (!number && !both.test(body)) return null;
  const rows = await db
    .selectFrom("reply_choices")
    .selectAll()
    .where("phone", "=", phone)
    .where("asked_at", ">", now - replyTime)
    .orderBy("number")
    .execute();
  const picked = number ? rows.filter((row) => row.number === Number(number)) : rows;
  const [first] = picked;
  if (!first || (!number && (first.meaning !== "confirm" || rows.length !== 2))) return null;
  return { meaning: first.meaning, visitIds: picked.map(({ visit_id }) => visit_id) };
}

/** Replaces the last question to the phone. */
export async function saveChoices(
  trx: Db,
  { phone, meaning, visitIds, now }: Choice & { phone: string; now: number },
): Promise<void> {
  await trx
    .deleteFrom("reply_choices")
    .where((row) => row.or([row("phone", "=", phone), row("asked_at", "<=", now - replyTime)]))
    .execute();
  const rows = visitIds.map((visit_id, index) => ({
    phone,
    meaning,
    visit_id,
    asked_at: now,
    number: index + 1,
  }));
  await trx.insertInto("reply_choices").values(rows).execute();
}
