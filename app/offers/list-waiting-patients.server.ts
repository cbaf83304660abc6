import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { day, hour } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { equipmentIn, selectEquipment, visitsFrom } from "~/equipment/find-equipment.server";
import { nextTextTime } from "~/messages/quiet-hours";
import { addressColumns, type Channel, channelOf } from "~/visits/notices/choose-channel.server";
import { patientZoneOf } from "~/visits/patient-zone.server";
import type { Wanted } from "./fits-wish";

const offersADay = 2;

/** A patient with a visit who asked for an earlier one. */
export interface WaitingPatient extends Wanted {
  orderId: number;
  visitId: number;
  urgent: boolean;
  askedAt: number;
  /** The channel for offers; null if neither texts nor emails are allowed. */
  channel: Channel | null;
  /** The reason that the patient isn't getting offers now; null if they are. */
  pause: "turned-off" | "unreachable" | "too-near" | "open-offer" | "enough-today" | "quiet-hours" | null;
}

/** Lists waiting patients: urgent orders first, then the oldest referrals. @param only IDs of orders to include */
export async function listWaiting(
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
  only?: readonly number[],
): Promise<WaitingPatient[]> {
  const now = clock.now();
  let query = selectWaiting(db, now);
  if (only) query = query.where("orders.id", "in", only);
  const rows = await query.execute();
  return rows.map((row) => {
    const channel = channelOf(row);
    const pause = () => {
      if (row.offers_on === 0) return "turned-off";
      if (!channel) return "unreachable";
      if (row.start_at - now < config.patientChangeHours * hour) return "too-near";
      if (row.has_open) return "open-offer";
      if (row.recent >= offersADay) return "enough-today";
      return nextTextTime(now, row.state, config.textHours, row.phone) > now ? "quiet-hours" : null;
    };
    return {
      orderId: row.order_id,
      visitId: row.visit_id,
      visitStart: row.start_at,
      cutoffHours: row.offer_cutoff_hours,
      notBefore: visitsFrom(equipmentIn(row.equipment), now),
      zone: patientZoneOf(row),
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
    .selectFrom("earlier_wishes")
    .innerJoin("orders", "orders.id", "earlier_wishes.order_id")
    .innerJoin("visits", (join) =>
      join.onRef("visits.order_id", "=", "orders.id").on("visits.status", "in", activeStatuses),
    )
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select([
      "earlier_wishes.order_id",
      "earlier_wishes.parts",
      "earlier_wishes.weekdays",
      "earlier_wishes.notice_hours",
      "earlier_wishes.asked_at",
      "visits.id as visit_id",
      "visits.start_at",
      "visits.patient_zone",
      "therapists.timezone",
      "companies.offers_on",
      "companies.offer_cutoff_hours",
      "orders.state",
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
    .where("visits.start_at", ">", now)
    .orderBy("orders.urgent", "desc")
    .orderBy((eb) => eb.fn.coalesce("orders.referral_at", "orders.created_at"))
    .orderBy("orders.id");

/** A waiting patient, with details for staff. */
export interface ShownPatient extends WaitingPatient {
  patientId: number;
  patientName: string | null;
  db: string;
  /** The therapist of the patient's visit. */
  therapist: string;
  timezone: string;
  referredAt: number;
}

type Reads = Pick<App, "reads" | "clock" | "config">;

/** One page of the waiting patients, in the order in which they get offers. */
export async function pageOfWaiting(app: Reads, { from, size }: { from: number; size: number }) {
  const all = await listWaiting(app.reads, app);
  return {
    patients: await describe(app.reads, all.slice(from, from + size)),
    total: all.length,
    more: all.length > from + size,
    urgent: all.filter(({ urgent }) => urgent).length,
  };
}

export async function describe<Patient extends WaitingPatient>(
  db: Db,
  patients: readonly Patient[],
): Promise<(Patient & ShownPatient)[]> {
  const ids = patients.map(({ orderId }) => orderId);
  const rows = await db
    .selectFrom("orders")
    .innerJoin("visits", "visits.order_id", "orders.id")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select([
      "visits.id",
      "orders.patient_id as patientId",
      "orders.patient_name as patientName",
      "orders.brightree_db as db",
      "therapists.name as therapist",
      "therapists.timezone",
      sql<number>`coalesce(orders.referral_at, orders.created_at)`.as("referredAt"),
    ])
    .where("orders.id", "in", ids)
    .execute();
  const byVisit = new Map(rows.map(({ id, ...row }) => [id, row]));
  return patients.flatMap((patient) => {
    const row = byVisit.get(patient.visitId);
    return row ? { ...patient, ...row } : [];
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
