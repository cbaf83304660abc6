import { formatDay, startOfDay } from "~/core/time";
import { Fact } from "~/ui/components/fact";
import type { Equipment, Shipment } from "../equipment";

/** A line of the order's sheet. Nothing if the company's setting is off. */
export function EquipmentFact({ orderId, equipment }: { orderId: number; equipment: Equipment | null }) {
  if (!equipment) return null;
  const { shipments, zone, isHandedOver } = equipment;
  return (
    <Fact label="Equipment">
      {isHandedOver && <p>Handed over at the visit</p>}
      {shipments.map((shipment) => (
        <p key={shipment.tracking_number ?? ""}>{stateOf(shipment, zone)}</p>
      ))}
      {shipments.length === 0 && !isHandedOver && <p>No shipment known</p>}
      <a href={`/orders/${orderId}/equipment`}>Equipment…</a>
    </Fact>
  );
}

function stateOf({ delivered_at, expected_on, shipped_at }: Shipment, zone: string): string {
  if (delivered_at !== null) return `Delivered ${formatDay(delivered_at, zone)}`;
  if (expected_on !== null)
    return `Expected ${formatDay(startOfDay(expected_on, zone), zone)}, not delivered`;
  return shipped_at === null ? "Not shipped" : `Shipped ${formatDay(shipped_at, zone)}, not delivered`;
}
