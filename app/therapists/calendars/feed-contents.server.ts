import { sql } from "kysely";
import { whereTherapistIsActive } from "~/accounts/users/therapist-access.server";
import { hashToken } from "~/core/secrets.server";
import { addDays, localDate, startOfDay, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";

const [daysBack, daysAhead] = [30, 180];

const owners = prepared((db, { token_hash }: { token_hash: string }) =>
  db
    .selectFrom("calendar_feeds")
    .innerJoin("therapists", "therapists.id", "calendar_feeds.therapist_id")
    .innerJoin("companies", "companies.id", "therapists.company_id")
    .where("calendar_feeds.token_hash", "=", token_hash)
    .where(whereTherapistIsActive("therapists.id"))
    .select(["therapists.id", "therapists.timezone", "companies.feed_names"]),
);

const visitsOf = prepared((db, of: { therapist: number; from: number; to: number }) =>
  db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .leftJoin("visit_kinds", "visit_kinds.id", "visits.kind_id")
    .leftJoin("places", "places.id", "visits.place_id")
    .where("visits.therapist_id", "=", of.therapist)
    .where("visits.start_at", ">=", of.from)
    .where("visits.start_at", "<", of.to)
    // A class is in the feed once, without its patients.
    .where("visits.class_id", "is", null)
    .orderBy("visits.start_at")
    .orderBy("visits.id")
    .select([
      "visits.id",
      "visits.uid",
      "visits.sequence",
      "visits.version",
      "visits.status",
      "visits.start_at",
      "visits.end_at",
      "visits.meeting_link",
      "visits.call_me",
      "visits.patient_zone",
      "visits.created_at",
      "visits.confirmed_at",
      "visits.completed_at",
      "visits.cancelled_at",
      "orders.state",
      "orders.patient_name",
      "visit_kinds.mode",
      "places.name as place",
      "places.address",
      "places.latitude",
      "places.longitude",
    ]),
);

const classesOf = prepared((db, of: { therapist: number; from: number; to: number }) =>
  db
    .selectFrom("class_therapists")
    .innerJoin("classes", "classes.id", "class_therapists.class_id")
    .innerJoin("visit_kinds", "visit_kinds.id", "classes.kind_id")
    .leftJoin("places", "places.id", "classes.place_id")
    .where("class_therapists.therapist_id", "=", of.therapist)
    .where("classes.start_at", ">=", of.from)
    .where("classes.start_at", "<", of.to)
    .orderBy("classes.start_at")
    .orderBy("classes.id")
    .select([
      "classes.id",
      "classes.uid",
      "classes.sequence",
      "classes.status",
      "classes.start_at",
      "classes.end_at",
      "classes.meeting_link",
      "classes.created_at",
      "classes.seats",
      "visit_kinds.name",
      "places.name as place",
      "places.address",
      sql<number>`(select count(*) from visits where visits.class_id = classes.id
        and visits.status not in ('cancelled', 'pending'))`.as("taken"),
    ]),
);

export async function findFeed(db: Db, token: string, now: number) {
  const [owner] = await owners(db, { token_hash: hashToken(token) });
  if (!owner) return undefined;
  const zone = zoneOrUtc(owner.timezone);
  const dayFromToday = (days: number) => startOfDay(addDays(localDate(now, zone), days), zone);
  const window = { from: dayFromToday(-daysBack), to: dayFromToday(daysAhead + 1) };
  const visits = await visitsOf(db, { therapist: owner.id, ...window });
  return {
    zone,
    ...window,
    classes: await classesOf(db, { therapist: owner.id, ...window }),
    visits: visits.map(({ patient_name, ...visit }) => ({
      ...visit,
      timezone: owner.timezone,
      patient_name: owner.feed_names === 1 ? patient_name : null,
    })),
  };
}

export type Feed = NonNullable<Awaited<ReturnType<typeof findFeed>>>;
