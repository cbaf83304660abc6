import { sql } from "kysely";
import { bookingWindow } from "~/availability/booking-window";
import { listOpenings, type Opening } from "~/availability/list-openings.server";
import { selectOpenings } from "~/availability/open-slots-query.server";
import { shortestCutoff } from "~/availability/record-freed-times.server";
import type { App } from "~/boot/app.server";
import { iso, isoOrNull } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

const maxTimes = 60;

const mostOffers = 500;

interface Filter {
  status?: Row<"offers">["status"] | undefined;
}

/** Newest first. */
export async function listOffers(db: Db, filter: Filter) {
  const rows = await selectOffers(db, filter).limit(mostOffers).execute();
  return rows.map(({ start_at, sent_at, expires_at, answered_at, ...row }) => ({
    ...row,
    start: iso(start_at),
    sent_at: iso(sent_at),
    expires_at: iso(expires_at),
    answered_at: isoOrNull(answered_at),
  }));
}

export const pageOfOffers = (db: Db, filter: Filter, { from, size }: { from: number; size: number }) =>
  selectOffers(db, filter)
    .select(["offers.order_id", "orders.patient_name", "offers.therapist_id", "therapists.timezone"])
    .limit(size)
    .offset(from)
    .execute();

function selectOffers(db: Db, { status }: Filter) {
  const query = db
    .selectFrom("offers")
    .innerJoin("orders", "orders.id", "offers.order_id")
    .innerJoin("therapists", "therapists.id", "offers.therapist_id")
    .select([
      "offers.id",
      "offers.visit_id",
      "orders.patient_id",
      "orders.brightree_db",
      "therapists.name as therapist",
      "offers.start_at",
      "offers.wave",
      "offers.sent_at",
      "offers.expires_at",
      "offers.answered_at",
      "offers.status",
    ])
    .orderBy("offers.id", "desc");
  return status ? query.where("offers.status", "=", status) : query;
}

export async function listOfferedOf(
  db: Db,
  { therapistId, start }: { therapistId: number; start: number },
): Promise<Set<number>> {
  const rows = await db
    .selectFrom("offers")
    .select("order_id")
    .where("therapist_id", "=", therapistId)
    .where("start_at", "=", start)
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/** A therapist's open times on a day, after the shortest cutoff. @param date in the therapist's time zone */
export async function listOfferable(
  app: App,
  therapistId: number,
  date: string | undefined,
): Promise<Opening[]> {
  const now = app.clock.now();
  const { rows } = await sql<{ cutoff: number }>`select ${shortestCutoff(app.config)} as cutoff`.execute(
    app.reads,
  );
  const from = now + (rows[0]?.cutoff ?? 0);
  return listOpenings(app.reads, app.config, { therapistId, date, now, from, limit: maxTimes });
}

interface PageQuery {
  therapistId?: number | undefined;
  from: number;
  size: number;
}

/** Times that can be booked and offered, earliest first. */
export function pageOfFreedTimes({ reads, config, clock }: App, { therapistId, from, size }: PageQuery) {
  return selectOpenings(reads, { ...bookingWindow(config, clock.now()), therapistId })
    .innerJoin("freed_times", (join) =>
      join
        .onRef("freed_times.therapist_id", "=", "slots.therapist_id")
        .onRef("freed_times.start_at", "=", "slots.start_at"),
    )
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("companies").select("id").where("offers_on", "=", 1)),
    )
    .select([
      "slots.therapist_id as therapistId",
      "slots.start_at as start",
      "therapists.name as therapist",
      "therapists.timezone",
      "therapists.region",
      "freed_times.next_wave_at as nextWaveAt",
      sql<number>`freed_times.left_by is not null`.as("isLeft"),
      sql<number>`(select count(*) from offers where offers.therapist_id = slots.therapist_id
        and offers.start_at = slots.start_at and offers.status = 'open')`.as("open"),
      sql<number>`(select count(*) from offers where offers.therapist_id = slots.therapist_id
        and offers.start_at = slots.start_at and offers.sent_at >= freed_times.freed_at)`.as("sent"),
    ])
    .orderBy("slots.start_at")
    .orderBy("therapists.sort_name")
    .limit(size)
    .offset(from)
    .execute();
}
