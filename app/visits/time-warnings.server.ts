import { sql } from "kysely";
import { whereForKind, whereLeads, whereTravels } from "~/availability/open-slots-query.server";
import { isDayOff } from "~/availability/rules/days-off.server";
import { remainingCapacity } from "~/availability/slot-rules.server";
import { isSlotOffered } from "~/availability/slots.server";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { Refusal } from "~/core/refusal";
import { formatDay, localDate, startOfDay, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import type { Db } from "~/db/open.server";
import { firstEquippedDay } from "~/equipment/equipment";
import { findEquipment } from "~/equipment/find-equipment.server";
import type { KindOfVisit } from "~/kinds/kinds.server";
import { busyReason } from "~/therapists/calendars/busy-warnings.server";
import type { RequestedTime } from "./claim-time.server";

/** Warns of a full day, day off, busy time, or time outside the therapist's availability. Staff can still book. */
async function listTimeWarnings(
  app: App,
  db: Db,
  { therapist, start, kind, exceptVisit, ...time }: RequestedTime,
): Promise<string[]> {
  const { name } = therapist;
  const end = time.end ?? start + (kind?.length ?? visitLength);
  const zone = zoneOrUtc(therapist.timezone);
  const date = localDate(start, zone);
  const day = formatDay(start, zone);
  const warnings: string[] = [];
  const { capacity, remaining } = await db
    .selectFrom("therapists")
    .select([
      "daily_capacity as capacity",
      remainingCapacity("therapists", sql`${date}`, exceptVisit).as("remaining"),
    ])
    .where("id", "=", therapist.id)
    .executeTakeFirstOrThrow();
  if (remaining <= 0) {
    warnings.push(
      `${name} already has ${plural(capacity - remaining, "visit")} on ${day}. The daily capacity is ${capacity}.`,
    );
  }
  if ((await isDayOff(db, therapist.id))(date)) {
    warnings.push(`${name} is off on ${day}.`);
  } else if (!(await isSlotOffered(db, therapist.id, start))) {
    warnings.push(`${name} isn't available at this time.`);
  }
  const busy = await busyReason(app, db, therapist, { start, end });
  if (busy) warnings.push(busy);
  if (kind) warnings.push(...(await listKindWarnings(db, therapist, kind, start)));
  return warnings;
}

/** Warns of a time for other kinds of visits, and of a therapist who doesn't lead this kind or travel to the patient. */
async function listKindWarnings(
  db: Db,
  { id, name }: RequestedTime["therapist"],
  { id: kindId, name: kind, zip, isUsual }: KindOfVisit,
  start: number,
): Promise<string[]> {
  // Like `open_slots`: therapists of every company lead the usual setup by video, as their company's default kind.
  const fit = await db
    .selectFrom("therapists")
    .innerJoin("visit_kinds as kind", "kind.company_id", "therapists.company_id")
    .leftJoin("slots", (join) =>
      join.onRef("slots.therapist_id", "=", "therapists.id").on("slots.start_at", "=", start),
    )
    .select([
      whereLeads("therapists.id").as("leads"),
      whereTravels("therapists", zip).as("travels"),
      whereForKind("slots").as("isForKind"),
    ])
    .where("therapists.id", "=", id)
    .where((eb) => (isUsual ? eb("kind.is_default", "=", 1) : eb("kind.id", "=", kindId)))
    .executeTakeFirst();
  const warnings: string[] = [];
  if (fit && !fit.isForKind) warnings.push(`${name}'s time is only for other kinds of visits.`);
  if (!fit?.leads) warnings.push(`${name} doesn't lead visits of the kind "${kind}".`);
  if (fit && !fit.travels) {
    warnings.push(
      zip
        ? `${name} doesn't travel to ${zip}.`
        : `${name} travels only to some postal codes. The order has none.`,
    );
  }
  return warnings;
}

/** @throws Refusal "invalid" with the warnings, which the user can accept */
export async function refuseWarnings(
  app: App,
  db: Db,
  orderId: number,
  requested: RequestedTime,
): Promise<void> {
  refuse([
    ...(await listTimeWarnings(app, db, requested)),
    ...(await listEquipmentWarnings(app, db, orderId, requested)),
  ]);
}

/** @throws Refusal "invalid" with a warning, which the user can accept, if the equipment comes after the class */
export async function refuseSeatBeforeEquipment(
  app: App,
  db: Db,
  orderId: number,
  requested: RequestedTime,
): Promise<void> {
  refuse(await listEquipmentWarnings(app, db, orderId, requested));
}

/** Warns of a visit before the equipment: one that patients can't book, or one before the day after it is expected. */
export async function listEquipmentWarnings(
  { clock }: Pick<App, "clock">,
  db: Db,
  orderId: number,
  { start, kind }: Pick<RequestedTime, "start" | "kind">,
): Promise<string[]> {
  const equipment = await findEquipment(db, orderId, kind?.handsOver);
  const day = equipment && firstEquippedDay(equipment, localDate(clock.now(), equipment.zone));
  if (!day) return [];
  const from = startOfDay(day, equipment.zone);
  if (start >= from) return [];
  const first = formatDay(from, equipment.zone);
  return [
    equipment.setting === "require"
      ? `The patient's equipment isn't delivered. Patients can book from ${first} on.`
      : `The patient's equipment isn't delivered. It should be there from ${first} on.`,
  ];
}

function refuse(warnings: string[]): void {
  if (warnings.length === 0) return;
  throw new Refusal("invalid", warnings.join(" "), { fields: { accept: warnings }, extra: { warnings } });
}
