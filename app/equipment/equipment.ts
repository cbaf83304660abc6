import { addDays, day, instantOf, localDate } from "~/core/time";
import type { Row } from "~/db/tables";

/** Without a `delivered_at` if staff decided that the reported delivery hasn't come. */
export type Shipment = Pick<
  Row<"shipments">,
  | "carrier"
  | "tracking_number"
  | "shipped_at"
  | "expected_on"
  | "expected_source"
  | "delivered_at"
  | "delivered_source"
>;

/** An order's equipment, if its company's setting isn't off. */
export interface Equipment {
  setting: "inform" | "require";
  /** The company's days after the expected day. */
  days: number;
  /** True if the equipment is handed over at the visit, which then waits for nothing. */
  isHandedOver: boolean;
  /** The IANA zone in which days are counted for this order. */
  zone: string;
  shipments: Shipment[];
}

export const isDelivered = ({ shipments }: Pick<Equipment, "shipments">): boolean =>
  shipments.length > 0 && shipments.every(({ delivered_at }) => delivered_at !== null);

/** The latest expected day of what hasn't been delivered. */
export function expectedDay(shipments: readonly Shipment[]): string | null {
  const days = shipments.flatMap((each) => (each.delivered_at === null ? (each.expected_on ?? []) : []));
  return days.sort().at(-1) ?? null;
}

export type Whereabouts =
  | { kind: "arrived"; at: number }
  | { kind: "coming"; expectedOn: string | null; isLate: boolean; isShipped: boolean };

/**
 * Where the equipment is, for patients. Null if nothing is known, or if it is handed over at the visit.
 * @param today `YYYY-MM-DD` in the order's zone
 */
export function whereIs({ shipments, isHandedOver }: Equipment, today: string): Whereabouts | null {
  if (isHandedOver || shipments.length === 0) return null;
  const deliveries = shipments.flatMap((each) => each.delivered_at ?? []);
  if (deliveries.length === shipments.length) return { kind: "arrived", at: Math.max(...deliveries) };
  const expectedOn = expectedDay(shipments);
  const isLate = expectedOn !== null && expectedOn < today;
  const isShipped = shipments.some((each) => each.shipped_at !== null);
  return { kind: "coming", expectedOn, isLate, isShipped };
}

/**
 * The first day on which a patient can have a visit: the day after the equipment is expected, plus the company's days.
 * Equipment that is late can come today at the earliest. Null if every day is possible: nothing is required, all of it
 * came, or no one knows when it will.
 * @param today `YYYY-MM-DD` in the order's zone
 */
export function firstVisitDay(
  { setting, days, isHandedOver, shipments }: Equipment,
  today: string,
): string | null {
  if (setting !== "require" || isHandedOver) return null;
  const expected = expectedDay(shipments);
  if (expected === null) return null;
  return addDays(expected < today ? today : expected, 1 + days);
}

/**
 * The first day for a visit with its equipment, even if the company only informs patients: the day after it is expected,
 * or the first day that patients are offered. Null as for `firstVisitDay`.
 * @param today `YYYY-MM-DD` in the order's zone
 */
export const firstEquippedDay = (equipment: Equipment, today: string): string | null =>
  firstVisitDay(
    { ...equipment, setting: "require", days: equipment.setting === "require" ? equipment.days : 0 },
    today,
  );

/** How long before a visit the patient is asked whether the equipment has arrived, in ms. */
export const askBefore = 2 * day;

const deliveredBy = "17:00";

interface VisitWithEquipment {
  /** ms UTC */
  start_at: number;
  /** When the patient last said that the equipment isn't there yet, ms UTC. */
  equipment_missing_at: number | null;
}

/**
 * What a visit's equipment lacks. "too-late": it is expected on the visit's day or later. "missing": the patient said
 * that it isn't there. "unconfirmed": the visit is in two days or less, and no one knows that it came. Null if nothing
 * is to be done.
 */
export type EquipmentLack = "too-late" | "missing" | "unconfirmed";

/**
 * Whether the patient can be asked if the equipment is there: from the evening of the expected day on. Before, a "no"
 * would say nothing.
 */
export function isTimeToAsk({ zone, shipments }: Equipment, now: number): boolean {
  const expected = expectedDay(shipments);
  return expected === null || now >= (instantOf(expected, deliveredBy, zone) ?? 0);
}

export function lackOf(
  equipment: Equipment,
  { start_at: start, equipment_missing_at: missingAt }: VisitWithEquipment,
  now: number,
): EquipmentLack | null {
  const { zone, isHandedOver, shipments } = equipment;
  if (isHandedOver || start <= now) return null;
  if (isDelivered(equipment)) return saysNo(equipment, missingAt) ? "missing" : null;
  const date = localDate(start, zone);
  const expected = expectedDay(shipments);
  if (expected !== null && expected >= date) return "too-late";
  if (missingAt !== null) return "missing";
  return start <= now + askBefore ? "unconfirmed" : null;
}

/**
 * The first day, `YYYY-MM-DD`, for a visit that would otherwise be held without its equipment: after the visit's own
 * day and after the expected day.
 */
export function firstLaterDay(equipment: Equipment, start: number, now: number): string {
  const { zone } = equipment;
  const next = addDays(localDate(start, zone), 1);
  const arrived = firstEquippedDay(equipment, localDate(now, zone));
  return arrived !== null && arrived > next ? arrived : next;
}

/**
 * "patient-yes": the patient said that a package came, but another source expects it on a later day. "patient-no": the
 * patient said that it isn't there, but another source had it as delivered before. Staff decide.
 */
export type Disagreement = "patient-yes" | "patient-no";

export function disagreementOf(
  equipment: Equipment,
  visit: Pick<VisitWithEquipment, "equipment_missing_at"> | null,
): Disagreement | null {
  const { shipments, zone } = equipment;
  const isEarly = shipments.some(
    ({ delivered_at: at, delivered_source, expected_on: expected, expected_source }) =>
      at !== null &&
      delivered_source === "patient" &&
      expected_source !== "patient" &&
      expected !== null &&
      expected > localDate(at, zone),
  );
  if (isEarly) return "patient-yes";
  return saysNo(equipment, visit?.equipment_missing_at ?? null) ? "patient-no" : null;
}

/** Whether the patient said that the equipment isn't there after all of it was reported as delivered. */
const saysNo = (equipment: Equipment, missingAt: number | null): boolean =>
  missingAt !== null &&
  isDelivered(equipment) &&
  equipment.shipments.every(({ delivered_at }) => (delivered_at ?? 0) < missingAt);
