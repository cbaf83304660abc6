import { addDays } from "~/core/time";
import type { Row } from "~/db/tables";

export type Shipment = Pick<
  Row<"shipments">,
  "carrier" | "tracking_number" | "shipped_at" | "expected_on" | "delivered_at"
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

/** The latest expected day of what hasn't been delivered. */
function expectedDay(shipments: readonly Shipment[]): string | null {
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
