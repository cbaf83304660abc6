import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { day, hour, minute } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { atVisit, equipmentIn, selectEquipment, visitsFrom } from "~/equipment/find-equipment.server";
import { nextTextTime } from "~/messages/quiet-hours";
import { addressColumns, type Channel, channelOf } from "~/visits/notices/choose-channel.server";
import { patientZoneOf } from "~/visits/patient-zone.server";
import type { Wanted } from "./fits-wish";
import { kindsToOffer, listOfferedKinds, type OfferedKind } from "./offered-kinds.server";

const offersADay = 2;

/** The shortest time to answer an offer on short notice. */
const shortestAnswer = 30 * minute;

/** A patient who asked for an earlier visit, or for a first one. */
export interface WaitingPatient extends Wanted {
  orderId: number;
  /** Null for a patient without a visit. */
  visitId: number | null;
  /** True if two hours' notice are enough for the patient. */
  standby: boolean;
  urgent: boolean;
  askedAt: number;
  /** The kinds of visits that the patient can be offered, the preferred one first. */
  kinds: OfferedKind[];
  /** The channel for offers; null if neither texts nor emails are allowed. */
  channel: Channel | null;
  /** The reason that the patient isn't getting offers now; null if they are. */
  pause: "turned-off" | "unreachable" | "too-near" | "open-offer" | "enough-today" | "quiet-hours" | null;
}

/**
 * Lists the patients who wait for a time, with and without a visit, in the order in which they get offers: urgent
 * orders first, then the oldest referrals.
 * @param only IDs of orders to include
 */
export async function listWaiting(
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
  only?: readonly number[],
): Promise<WaitingPatient[]> {
  const now = clock.now();
  let query = selectWaiting(db, now);
  if (only) query = query.where("orders.id", "in", only);
  const rows = await query.execute();
  const kinds = await listOfferedKinds(db, new Set(rows.map(({ company_id }) => company_id)));
  return rows.map((row) => {
    const channel = channelOf(row);
    const isQuietAt = (at: number) => nextTextTime(at, row.state, config.textHours, row.phone) > at;
    const pause = () => {
      if (row.offers_on === 0) return "turned-off";
      if (!channel) return "unreachable";
      if (row.start_at !== null && row.start_at - now < config.patientChangeHours * hour) return "too-near";
      if (row.has_open) return "open-offer";
      if (row.recent >= offersADay) return "enough-today";
      return isQuietAt(now) ? "quiet-hours" : null;
    };
    const patient = {
      companyId: row.company_id,
      zip: row.zip,
      visitKind: row.kind_id,
      hasVisit: row.visit_id !== null,
    };
    const equipment = equipmentIn(row.equipment);
    const isOnStandby = row.standby === 1 && !isQuietAt(now + shortestAnswer);
    return {
      orderId: row.order_id,
      visitId: row.visit_id,
      visitStart: row.start_at,
      untilAt: row.until_at,
      shortNotice: isOnStandby ? config.bookingLeadHours * hour + shortestAnswer : null,
      standby: row.standby === 1,
      cutoffHours: row.offer_cutoff_hours,
      // A kind at which the equipment is handed over doesn't wait (`wantedFor`).
      notBefore: visitsFrom(atVisit(equipment, false), now),
      kinds: kindsToOffer(kinds, patient, row.kinds === null ? null : JSON.parse(row.kinds)),
      zone: patientZoneOf({ ...row, timezone: row.timezone ?? "" }),
      parts: JSON.parse(row.parts),
      weekdays: JSON.parse(row.weekdays),
      notice_hours: row.notice_hours,
      urgent: row.urgent === 1,
      askedAt: row.asked_at,
      channel,
      pause: pause(),
    };
  });
}

const selectWaiting = (db: Db, now: number) =>
  db
    .selectFrom(wishesWithVisit(db, now).unionAll(waitsWithoutVisit(db, now)).as("wishes"))
    .innerJoin("orders", "orders.id", "wishes.order_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .selectAll("wishes")
    .select([
      "companies.id as company_id",
      "companies.offers_on",
      "companies.offer_cutoff_hours",
      "orders.state",
      "orders.zip",
      "orders.urgent",
      selectEquipment.as("equipment"),
      ...addressColumns,
      sql<number>`exists (select 1 from offers where order_id = orders.id and status = 'open')`.as(
        "has_open",
      ),
      sql<number>`(select count(*) from offers where order_id = orders.id and sent_at > ${now - day})`.as(
        "recent",
      ),
    ])
    .where("orders.closed_at", "is", null)
    .orderBy("orders.urgent", "desc")
    .orderBy((eb) => eb.fn.coalesce("orders.referral_at", "orders.created_at"))
    .orderBy("orders.id");

const wishesWithVisit = (db: Db, now: number) =>
  db
    .selectFrom("earlier_wishes")
    .innerJoin("visits", (join) =>
      join.onRef("visits.order_id", "=", "earlier_wishes.order_id").on("visits.status", "in", activeStatuses),
    )
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select([
      "earlier_wishes.order_id",
      "earlier_wishes.parts",
      "earlier_wishes.weekdays",
      "earlier_wishes.notice_hours",
      "earlier_wishes.asked_at",
      sql<number | null>`visits.id`.as("visit_id"),
      sql<number | null>`visits.start_at`.as("start_at"),
      sql<number | null>`visits.kind_id`.as("kind_id"),
      sql<string | null>`visits.patient_zone`.as("patient_zone"),
      sql<string | null>`therapists.timezone`.as("timezone"),
      sql<number | null>`null`.as("until_at"),
      sql<number>`0`.as("standby"),
      sql<string | null>`null`.as("kinds"),
    ])
    .where("visits.start_at", ">", now);

/** A trigger ends a wait when the patient has a visit. */
const waitsWithoutVisit = (db: Db, now: number) =>
  db
    .selectFrom("waits")
    .select([
      "waits.order_id",
      "waits.parts",
      "waits.weekdays",
      "waits.notice_hours",
      "waits.asked_at",
      sql<number | null>`null`.as("visit_id"),
      sql<number | null>`null`.as("start_at"),
      sql<number | null>`null`.as("kind_id"),
      sql<string | null>`waits.zone`.as("patient_zone"),
      sql<string | null>`null`.as("timezone"),
      sql<number | null>`waits.until_at`.as("until_at"),
      "waits.standby",
      sql<string | null>`waits.kinds`.as("kinds"),
    ])
    .where("waits.ended_at", "is", null)
    .where("waits.until_at", ">", now);

export interface ShownPatient extends WaitingPatient {
  patientId: number;
  patientName: string | null;
  db: string;
  therapist: string | null;
  timezone: string | null;
  referredAt: number;
}

export async function describe<Patient extends WaitingPatient>(
  db: Db,
  patients: readonly Patient[],
): Promise<(Patient & ShownPatient)[]> {
  const orders = await db
    .selectFrom("orders")
    .select([
      "orders.id",
      "orders.patient_id as patientId",
      "orders.patient_name as patientName",
      "orders.brightree_db as db",
      sql<number>`coalesce(orders.referral_at, orders.created_at)`.as("referredAt"),
    ])
    .where(
      "orders.id",
      "in",
      patients.map(({ orderId }) => orderId),
    )
    .execute();
  const visits = await db
    .selectFrom("visits")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select(["visits.id", "therapists.name as therapist", "therapists.timezone"])
    .where(
      "visits.id",
      "in",
      patients.flatMap(({ visitId }) => visitId ?? []),
    )
    .execute();
  const byOrder = new Map(orders.map(({ id, ...row }) => [id, row]));
  const byVisit = new Map(visits.map(({ id, ...row }) => [id, row]));
  return patients.flatMap((patient) => {
    const order = byOrder.get(patient.orderId);
    const visit = patient.visitId === null ? undefined : byVisit.get(patient.visitId);
    return order ? { ...patient, ...order, ...(visit ?? { therapist: null, timezone: null }) } : [];
  });
}

/** Companies that don't offer earlier times. */
export async function listCompaniesWithoutOffers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("companies")
    .select("name")
    .where("offers_on", "=", 0)
    .orderBy("name")
    .limit(20)
    .execute();
  return sortedByName(rows).map(({ name }) => name);
}
