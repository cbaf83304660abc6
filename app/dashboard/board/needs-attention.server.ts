import { addDays, localDate } from "~/core/time";
import type { Db } from "~/db/open.server";
import { listHolds } from "~/messages/holds.server";
import { countUnanswered, findOldestUnanswered } from "~/messages/unanswered.server";
import { countAppointments } from "../appointments/list-appointments.server";
import { countToConfirm, listToConfirm } from "../calendars/visits-to-confirm.server";
import type { ShownVisit } from "../shown-visit";
import type { BoardFilters } from "./tiles";

const shown = 5;

export interface NeedsAttention {
  urgent: ShownVisit[];
  /** The number of other visits to confirm. */
  moreUrgent: number;
  /** Confirmed visits of past days; `until` is the last of these days. */
  unfinished: number;
  until: string;
  /** Conversations that wait for an answer. */
  unanswered: number;
  /** ms UTC */
  oldestUnanswered: number | null;
  /** Numbers whose automated texts wait until staff decide. */
  holds: Awaited<ReturnType<typeof listHolds>>;
}

export async function findNeedsAttention(
  db: Db,
  filters: BoardFilters,
  now: number,
  zone: string,
): Promise<NeedsAttention> {
  const { visits: urgent, more } = await listToConfirm(db, filters, now, 1, shown);
  const until = addDays(localDate(now, zone), -1);
  const unfinished = await countAppointments(db, { ...filters, status: "confirmed", to: until });
  return {
    urgent,
    moreUrgent: more ? (await countToConfirm(db, filters, now)) - urgent.length : 0,
    unfinished,
    until,
    unanswered: await countUnanswered(db),
    oldestUnanswered: await findOldestUnanswered(db),
    holds: await listHolds(db, shown),
  };
}
