import { addDays, hour, instantOf, localDate, localHour, startOfDay } from "~/core/time";
import { mainlandZones, zonesOfState } from "~/core/zones/state-zones";

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

/**
 * The next time that is within texting hours in every time zone of the state, in ms UTC. An unknown state counts as
 * all mainland time zones.
 */
export function nextTextTime(at: number, state: string | null, hours: Hours): number {
  const known = zonesOfState(state);
  const zones = known.length > 0 ? known : mainlandZones;
  let time = at;
  // Limited, because texting hours that are too short may never overlap in all zones.
  for (let tries = 0; tries < 7; tries++) {
    const next = Math.max(...zones.map((zone) => nextOpening(time, zone, hours)));
    if (next === time) break;
    time = next;
  }
  return time;
}
