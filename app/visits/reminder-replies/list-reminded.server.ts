import { hour } from "~/core/time";
import type { Db } from "~/db/open.server";
import { isRequestedNow } from "~/messages/message-kinds";
import type { Visit } from "../visit";
import { executeVisits, selectVisits } from "../visits.server";

/** How long a reply counts after its reminder, and a number after its question. */
export const replyTime = 36 * hour;

export interface Reminded extends Visit {
  remindedAt: number;
}

/**
 * Finds the upcoming confirmed visits that a reply from this phone can be about, earliest first. A reply answers the
 * last text, so if that text was about something else, it isn't a reply to a reminder.
 */
export async function listReminded(db: Db, phone: string, now: number): Promise<Reminded[]> {
  const texts = await db
    .selectFrom("outbox")
    .select(["id", "kind", "visit_id", "visit_start", "finished_at", "first_tried_at"])
    .where("recipient", "=", phone)
    .where("channel", "=", "sms")
    .where("status", "in", ["sent", "delivered"])
    .orderBy("id", "desc")
    .limit(50)
    .execute();
  const sentAt = (text: (typeof texts)[number]) => text.first_tried_at ?? text.finished_at ?? 0;
  texts.sort((a, b) => sentAt(b) - sentAt(a) || b.id - a.id);
  const remindedAt = new Map<number, { start: number | null; at: number }>();
  for (const text of texts) {
    if (isRequestedNow(text.kind)) continue;
    if (!text.kind.startsWith("reminder-") || text.visit_id === null) break;
    const isNew = sentAt(text) > now - replyTime && !remindedAt.has(text.visit_id);
    if (isNew) remindedAt.set(text.visit_id, { start: text.visit_start, at: sentAt(text) });
  }
  if (remindedAt.size === 0) return [];
  const visits = await executeVisits(
    selectVisits(db)
      .where("visits.id", "in", [...remindedAt.keys()])
      .where("visits.status", "=", "confirmed")
      .where("visits.start_at", ">", now)
      .where("orders.phone", "=", phone)
      .orderBy("visits.start_at")
      .orderBy("visits.id"),
  );
  return visits.flatMap((visit) => {
    const reminder = remindedAt.get(visit.id);
    return reminder?.start === visit.start_at ? [{ ...visit, remindedAt: reminder.at }] : [];
  });
}
