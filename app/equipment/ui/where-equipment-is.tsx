import { fill } from "~/core/language/strings";
import { formatLongDay, localDate, startOfDay } from "~/core/time";
import { Notice } from "~/ui/components/notice";
import { type Equipment, firstVisitDay, type Shipment, type Whereabouts, whereIs } from "../equipment";
import { strings } from "../strings";
import { carrierNames, carrierPage } from "../tracking-number";

interface WhereEquipmentIsProps {
  equipment: Equipment | null;
  /** ms UTC */
  now: number;
  isChoosing?: boolean;
}

/** Where the patient's equipment is. Nothing if the company doesn't show it, or if nothing is known. */
export function WhereEquipmentIs({ equipment, now, isChoosing }: WhereEquipmentIsProps) {
  if (!equipment) return null;
  const today = localDate(now, equipment.zone);
  const where = whereIs(equipment, today);
  if (!where) return null;
  const { shipments, zone } = equipment;
  const dayOf = (date: string) => formatLongDay(startOfDay(date, zone), zone);
  const first = isChoosing ? firstVisitDay(equipment, today) : null;
  const came = shipments.filter(({ delivered_at }) => delivered_at !== null).length;
  return (
    <Notice>
      <p>{sentenceOf(where, dayOf, zone)}</p>
      {came > 0 && came < shipments.length && (
        <p>{fill(strings.partly, { count: came, total: shipments.length })}</p>
      )}
      {first && <p>{fill(strings.timesFrom, { day: dayOf(first) })}</p>}
      {where.kind === "coming" &&
        shipments
          .filter(({ delivered_at }) => delivered_at === null)
          .map((shipment) => <CarrierLine key={shipment.tracking_number ?? ""} {...shipment} />)}
    </Notice>
  );
}

function sentenceOf(where: Whereabouts, dayOf: (date: string) => string, zone: string): string {
  if (where.kind === "arrived") return fill(strings.arrived, { day: formatLongDay(where.at, zone) });
  const { expectedOn, isLate, isShipped } = where;
  if (expectedOn) return fill(isLate ? strings.late : strings.expected, { day: dayOf(expectedOn) });
  return isShipped ? strings.shipped : strings.notShipped;
}

function CarrierLine({ carrier, tracking_number: number }: Shipment) {
  const page = carrierPage(carrier, number);
  const name = carrier && carrierNames[carrier];
  if (page && name) {
    return (
      <p>
        <a className="tall" href={page} target="_blank" rel="noreferrer">
          {fill(strings.track, { carrier: name })}
          <span className="unseen">{strings.newTab}</span>
        </a>
      </p>
    );
  }
  const by = carrier === "courier" ? strings.courier : carrier === "pickup" ? strings.pickup : name;
  const text = [by, number && `${strings.number}: ${number}`].filter(Boolean).join(" · ");
  return text ? <p>{text}</p> : null;
}
