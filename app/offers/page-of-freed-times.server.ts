import { sql } from "kysely";
import { bookingWindow } from "~/availability/booking-window";
import { selectOpenings } from "~/availability/open-slots-query.server";
import type { App } from "~/boot/app.server";

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
    .orderBy("therapists.name")
    .limit(size)
    .offset(from)
    .execute();
}
