import { day } from "~/core/time";
import { zonesOfState } from "~/core/zones/state-zones";
import { hasSameClock } from "~/core/zones/zone-difference";
import type { OrderDetails } from "./find-order-details.server";

export interface ZoneQuestion {
  state: string;
  stateZones: string[];
  /** The phone's IANA zone, or the one that the patient chose before. Null if it is one of the state's. */
  phoneZone: string | null;
}

interface Asked {
  order: Pick<OrderDetails, "state" | "visitZone" | "otherZone">;
  browserZone: string | null;
  now: number;
  /** The patient wants to change the answer. */
  again: boolean;
}

/** Asked once, if the phone's clock differs from every clock in the patient's state. Null if there is no question. */
export function zoneQuestion({ order, browserZone, now, again }: Asked): ZoneQuestion | null {
  const { state, visitZone, otherZone } = order;
  const zones = zonesOfState(state);
  if (!state || zones.length === 0 || (visitZone && !again)) return null;
  // Zones can agree in winter and differ in summer.
  const isOfState = (zone: string) =>
    zones.some((each) => [now, now + 90 * day].every((at) => hasSameClock(at, each, zone)));
  const phoneZone = [browserZone, visitZone, otherZone].find((zone) => zone && !isOfState(zone)) ?? null;
  return phoneZone ? { state, stateZones: [...zones], phoneZone } : null;
}
