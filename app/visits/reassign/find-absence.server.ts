import { findDay } from "~/availability/rules/close-or-reopen-day.server";
import type { App } from "~/boot/app.server";
import { localDate, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findTherapist } from "~/therapists/therapists.server";
import { findBulkChange } from "../bulk/find-bulk-change.server";
import type { Visit } from "../visit";
import { executeVisits, selectVisits } from "../visits.server";
import type { ShowAbsence } from "./absence-schema";
import { proposeMoves } from "./propose-moves.server";
import { mostVisits } from "./replacement-choice";

/** Finds a therapist's day and proposes a therapist and time for each visit. @throws Refusal "missing" */
export async function findAbsence(app: App, staff: Staff, query: ShowAbsence) {
  const db = app.reads;
  const now = app.clock.now();
  const therapist = await findTherapist(db, query.id);
  const today = localDate(now, zoneOrUtc(therapist.timezone));
  const date = query.date ?? today;
  const visits = await listUpcoming(db, therapist.id, date, now);
  return {
    therapist,
    date,
    now,
    isPast: date < today,
    isPreviewed: query.slot.length > 0,
    // An unchecked box isn't in the URL.
    closes: query.close ?? query.slot.length === 0,
    day: await findDay(db, therapist, date, now),
    proposals: await proposeMoves(app, db, { visits, choices: query.slot }),
    change: query.change ? await findBulkChange(db, staff, query.change, now) : null,
  };
}

export function listUpcoming(db: Db, therapistId: number, date: string, now: number): Promise<Visit[]> {
  return executeVisits(
    selectVisits(db)
      .where("visits.therapist_id", "=", therapistId)
      .where("visits.local_date", "=", date)
      .where("visits.status", "in", activeStatuses)
      .where("visits.start_at", ">", now)
      .orderBy("visits.start_at")
      .limit(mostVisits),
  );
}
