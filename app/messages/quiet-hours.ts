import { addDays, hour, instantOf, localDate, localHour, startOfDay } from "~/core/time";
import { mainlandZones, zonesOfState } from "~/core/zones/state-zones";

interface Hours {
  from: number;
  to: number;
}

/** The first instant from `at` on whose hour is allowed on the clock of one zone. */
function nextOpening(at: number, zone: string, { from, to }: Hours): number {
  const now = localHour(at, zone);
  if (now >= from && now < to) return at;
  const today = localDate(at, zone);
  const date = now < from ? today : addDays(today, 1);
  const time = `${String(from).padStart(2, "0")}:00`;
  return instantOf(date, time, zone) ?? startOfDay(date, zone) + from * hour;
}

/**
 * When an automated text may go to somebody in a state: at once, or when the hours open on every clock
 * of that state; of an unknown state, on every clock of the mainland.
 *
 * @param at milliseconds UTC, as the answer
 */
export function nextTextTime(at: number, state: string | null, hours: Hours): number {
  const known = zonesOfState(state);
  const zones = known.length > 0 ? known : mainlandZones;
  let time = at;
  // Hours too short to be common to all clocks would never end: after a week of tries the last stands.
  for (let tries = 0; tries < 7; tries++) {
    const next = Math.max(...zones.map((zone) => nextOpening(time, zone, hours)));
    if (next === time) break;
    time = next;
  }
  return time;
}
