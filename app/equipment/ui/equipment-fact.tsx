import { formatDay, startOfDay } from "~/core/time";
import type { ShipmentSource } from "~/db/tables";
import { Button } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { Notice } from "~/ui/components/notice";
import { disagreementOf, type Equipment, type Shipment } from "../equipment";

export const sourceNames: Record<ShipmentSource, string> = {
  import: "a file",
  api: "the API",
  order_system: "the order system",
  staff: "staff",
  patient: "the patient",
};

interface EquipmentFactProps {
  orderId: number;
  equipment: Equipment | null;
  /** When the patient last said that the equipment isn't there, in ms UTC. Null without a visit. */
  missingAt: number | null;
  back: string;
}

/** A line of an order's or a visit's sheet. Nothing if the company's setting is off. */
export function EquipmentFact({ orderId, equipment, missingAt, back }: EquipmentFactProps) {
  if (!equipment) return null;
  const { shipments, zone, isHandedOver } = equipment;
  return (
    <Fact label="Equipment">
      {isHandedOver && <p>Handed over at the visit</p>}
      {shipments.map((shipment) => (
        <p key={shipment.tracking_number ?? ""}>{stateOf(shipment, zone)}</p>
      ))}
      {shipments.length === 0 && !isHandedOver && <p>No shipment known</p>}
      {missingAt !== null && <p>{`The patient said ${formatDay(missingAt, zone)} that it isn't there`}</p>}
      <Decision orderId={orderId} equipment={equipment} missingAt={missingAt} back={back} />
      <a href={`/orders/${orderId}/equipment`}>Equipment…</a>
    </Fact>
  );
}

/** If the patient and another source disagree, both are shown, and staff decide. */
function Decision({ orderId, equipment, missingAt, back }: EquipmentFactProps & { equipment: Equipment }) {
  const disagreement = disagreementOf(equipment, { equipment_missing_at: missingAt });
  if (!disagreement) return null;
  const text = {
    "patient-yes": "The patient reported that it arrived, but it is expected later. Decide which is right.",
    "patient-no":
      "The patient reported that it isn't there, but it was reported as delivered. Decide which is right.",
  }[disagreement];
  return (
    <Notice tone="dawn">
      <form
        method="post"
        action={`/orders/${orderId}/equipment`}
        className="stack"
        data-in-place=""
        data-failed="The decision could not be saved. Try again."
      >
        <p>{text}</p>
        <input type="hidden" name="back" value={back} />
        <p className="buttons">
          <Button look="quiet" size="small" name="decision" value="arrived">
            It arrived
          </Button>
          <Button look="quiet" size="small" name="decision" value="missing">
            It hasn't arrived
          </Button>
        </p>
      </form>
    </Notice>
  );
}

function stateOf(shipment: Shipment, zone: string): string {
  const { delivered_at, delivered_source, expected_on, expected_source, shipped_at } = shipment;
  const expected = expected_on === null ? null : `expected ${formatDay(startOfDay(expected_on, zone), zone)}`;
  if (delivered_at !== null) {
    const delivered = `Delivered ${formatDay(delivered_at, zone)}`;
    if (delivered_source !== "patient") return delivered;
    const other = expected && expected_source && `, ${expected} (${sourceNames[expected_source]})`;
    return `${delivered} (the patient)${other ?? ""}`;
  }
  if (expected) return `${expected.replace("expected", "Expected")}, not delivered`;
  return shipped_at === null ? "Not shipped" : `Shipped ${formatDay(shipped_at, zone)}, not delivered`;
}
