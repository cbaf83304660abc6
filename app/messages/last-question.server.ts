import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { type KindRules, rulesOf } from "./message-kinds";

export type Expected = NonNullable<KindRules["expects"]>;

export interface AskingText extends Pick<Row<"outbox">, "visit_id" | "visit_start"> {
  /** Milliseconds UTC: when it was sent. */
  at: number;
}

/**
 * The question that a reply from this number is about: the last text asked it. Codes, HELP, and our own replies don't
 * count as the last text.
 * @returns null if the last text asked nothing; otherwise also the texts in a row that asked the same, newest first
 */
export async function findLastQuestion(
  db: Db,
  phone: string,
): Promise<{ expects: Expected; asked: AskingText[] } | null> {
  const sent = await db
    .selectFrom("outbox")
    .select(["id", "kind", "visit_id", "visit_start", "finished_at", "first_tried_at"])
    .where("recipient", "=", phone)
    .where("channel", "=", "sms")
    .where("status", "in", ["sent", "delivered"])
    .orderBy("id", "desc")
    .limit(50)
    .execute();
  const texts = sent
    .filter(({ kind }) => !rulesOf(kind).immediate)
    .map((text) => ({ ...text, at: text.first_tried_at ?? text.finished_at ?? 0 }))
    .sort((a, b) => b.at - a.at || b.id - a.id);
  const expectedOf = (text: { kind: string } | undefined) => text && rulesOf(text.kind).expects;
  const expects = expectedOf(texts[0]);
  if (!expects) return null;
  const others = texts.findIndex((text) => expectedOf(text) !== expects);
  return { expects, asked: others < 0 ? texts : texts.slice(0, others) };
}
