import { logAudit } from "~/audit/log-audit.server";
import type { Tx } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { hour, localDate } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Carrier } from "~/db/tables";
import { listShipments } from "./save-shipment.server";
import { bareNumber } from "./tracking-number";

/** The shipment that staff enter. An empty value clears what was known. Days are `YYYY-MM-DD`. */
interface EnteredShipment {
  /** The shipment to change. Undefined for a new one. */
  shipment?: number | undefined;
  carrier: Carrier | null;
  tracking_number: string | null;
  shipped_on: string | null;
  expected_on: string | null;
  delivered_on: string | null;
}

/**
 * Saves a shipment that staff entered, with the order's checked id. A time that a source gave stays if its day stays.
 * @param zone the IANA zone of the days
 * @throws Refusal "invalid" for an empty shipment, a day that can't be, or a number that another shipment has;
 *   "conflict" if the shipment is gone
 */
export async function editShipment(
  { trx, app, who }: Tx<Staff>,
  orderId: number,
  zone: string,
  entered: EnteredShipment,
): Promise<void> {
  const existing = await listShipments(trx, orderId);
  const before = existing.find(({ id }) => id === entered.shipment);
  if (entered.shipment !== undefined && !before) {
    throw new Refusal("conflict", "This shipment is gone. Nothing was saved. Load the page again.");
  }
  const number = entered.tracking_number && bareNumber(entered.tracking_number);
  const { carrier, shipped_on, expected_on, delivered_on } = entered;
  if (!number && !shipped_on && !expected_on && !delivered_on) {
    throw invalidField("expected_on", "Enter a tracking number or a day.");
  }
  if (existing.some((each) => each.id !== before?.id && each.tracking_number === number)) {
    throw invalidField(
      "tracking_number",
      number
        ? "Another shipment of this order has this number."
        : "Enter the tracking number. This order already has a shipment without one.",
    );
  }
  const today = localDate(app.clock.now(), zone);
  for (const [field, date] of Object.entries({ shipped_on, delivered_on })) {
    if (date && date > today) throw invalidField(field, "This day is in the future.");
  }
  if (shipped_on && delivered_on && delivered_on < shipped_on) {
    throw invalidField("delivered_on", "The delivery can't be before the shipment.");
  }
  const instant = (date: string | null, known: number | null | undefined) => {
    if (date === null) return null;
    return known != null && localDate(known, zone) === date ? known : Date.parse(date) + 12 * hour;
  };
  const shipped_at = instant(shipped_on, before?.shipped_at);
  const delivered_at = instant(delivered_on, before?.delivered_at);
  const source = <Value>(value: Value | null, old: Value | null | undefined) =>
    value === null ? null : value === old ? undefined : ("staff" as const);
  const values = {
    carrier,
    tracking_number: number,
    shipped_at,
    shipped_source: source(shipped_at, before?.shipped_at),
    expected_on,
    expected_source: source(expected_on, before?.expected_on),
    delivered_at,
    delivered_source: source(delivered_at, before?.delivered_at),
    refuted_at: before && delivered_at === before.delivered_at ? before.refuted_at : null,
    updated_at: app.clock.now(),
    updated_by: `user ${who.userId}`,
  };
  if (before) await trx.updateTable("shipments").set(values).where("id", "=", before.id).execute();
  else
    await trx
      .insertInto("shipments")
      .values({ order_id: orderId, ...values })
      .execute();
  await logAudit({ trx, app, who }, "order.equipment-changed", `order ${orderId}`);
}
