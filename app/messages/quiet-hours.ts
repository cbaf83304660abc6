import { memoizeByKey } from "~/core/memoize-by-key";
import { addDays, hour, instantOf, localDate, localHour, startOfDay } from "~/core/time";
import { zonesOfPhone } from "~/core/zones/area-codes";
import { hawaiiZone, mainlandZones, zonesOfState } from "~/core/zones/state-zones";

interface Hours {
  from: number;
  to: number;
}

function nextOpening(at: number, zone: string, { from, to }: Hours): number {
  const now = localHour(at, zone);
  if (now >= from && now < to) return at;
  const today = localDate(at, zone);
  const date = now < from ? today : addDays(today, 1);
  const time = `${String(from).padStart(2, "0")}:00`;
  return instantOf(date, time, zone) ?? startOfDay(date, zone) + from * hour;
}

/** Phones keep their number when their owner moves, so the time in Hawaii counts besides the area code's. */
function zonesOf(state: string | null, phone: string | null): readonly string[] {
  const known = zonesOfState(state);
  if (known.length > 0) return known;
  if (phone === null) return mainlandZones;
  const zones = zonesOfPhone(phone);
  return [...(zones.length > 0 ? zones : mainlandZones), hawaiiZone];
}

/**
 * The next time that is within texting hours in every time zone of the state, in ms UTC. For an unknown state, it is
 * within texting hours in the zones of the number's area code and in Hawaii.
 * @param phone E.164; without a number, an unknown state counts as all mainland time zones
 */
export const nextTextTime = (
  at: number,
  state: string | null,
  hours: Hours,
  phone: string | null = null,
): number => nextTimeInZones(at, zonesOf(state, phone), hours);

/** `nextTextTime` for many patients, each set of zones computed once. */
export function nextTextTimeFrom(
  at: number,
  hours: Hours,
): (state: string | null, phone: string | null) => number {
  const times = memoizeByKey<number>();
  return (state, phone) => {
    const zones = zonesOf(state, phone);
    return times(zones.join(), () => nextTimeInZones(at, zones, hours));
  };
}

function nextTimeInZones(at: number, zones: readonly string[], hours: Hours): number {
  let time = at;
  // Limited, because texting hours that are too short may never overlap in all zones.
  for (let tries = 0; tries < 7; tries++) {
    const next = Math.max(...zones.map((zone) => nextOpening(time, zone, hours)));
    if (next === time) break;
    time = next;
  }
  return time;
}
