import { hour } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { AskingText } from "~/messages/last-question.server";
import type { Visit } from "../visit";
import { executeVisits, selectVisits } from "../visits.server";

/** How long a reply counts after its reminder, and a number after its question. */
export const replyTime = 36 * hour;

export interface Reminded extends Visit {
  remindedAt: number;
}

/** Finds the upcoming confirmed visits that a reply to these reminders can be about, earliest first. */
export async function listReminded(
  db: Db,
  { phone, asked }: { phone: string; asked: readonly AskingText[] },
  now: number,
): Promise<Reminded[]> {
  const remindedAt = new Map<number, { start: number | null; at: number }>();
  for (const { visit_id: id, visit_start: start, at } of asked) {
    if (id !== null && at > now - replyTime && !remindedAt.has(id)) remindedAt.set(id, { start, at });
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
