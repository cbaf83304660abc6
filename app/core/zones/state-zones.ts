import { stateOf } from "./states";

/**
 * The IANA zones of each US state, starting with the one with the most people. Anything that depends on the
 * patient's local time must work in all of them (docs/decisions/013-state-zones.md).
 */
const eastern = "America/New_York";
const central = "America/Chicago";
const mountain = "America/Denver";
const pacific = "America/Los_Angeles";

const zonesByState = new Map(
  (
    [
      ["CT DE DC GA ME MD MA NH NJ NY NC OH PA RI SC VT VA WV", eastern],
      ["AL AR IL IA LA MN MS MO OK WI", central],
      ["CO MT NM UT WY", mountain],
      ["CA NV WA", pacific],
      ["FL KY", eastern, central],
      ["TN", central, eastern],
      ["KS NE ND SD TX", central, mountain],
      ["AK", "America/Anchorage", "America/Adak"],
      ["AZ", "America/Phoenix"],
      ["HI", "Pacific/Honolulu"],
      ["ID", "America/Boise", pacific],
      ["IN", "America/Indiana/Indianapolis", central],
      ["MI", "America/Detroit", central],
      ["OR", pacific, "America/Boise"],
      ["PR", "America/Puerto_Rico"],
      ["VI", "America/St_Thomas"],
      ["GU MP", "Pacific/Guam"],
      ["AS", "Pacific/Pago_Pago"],
    ] as const
  ).flatMap(([states, ...zones]) => states.split(" ").map((state) => [state, zones] as const)),
);

/**
 * The zones that a patient in this state may live in, most likely first; empty if the state is unknown.
 * @param state a postal code ("NC") or a name ("North Carolina"), in any case
 */
export function zonesOfState(state: string | null | undefined): readonly string[] {
  return zonesByState.get(stateOf(state ?? "") ?? "") ?? [];
}

/** The state of a zone that only one state has, like "HI" for Honolulu; null for other zones. */
export function stateOfZone(zone: string): string | null {
  const [state, second] = [...zonesByState].filter(([, zones]) =>
    (zones as readonly string[]).includes(zone),
  );
  return state && !second ? state[0] : null;
}

/** The zone of a state that has only one zone; null for other states. */
export function zoneOfState(state: string | null | undefined): string | null {
  const [zone, second] = zonesOfState(state);
  return zone && !second ? zone : null;
}

/**
 * The zone of a patient whose own zone isn't known: the therapist's if it is one of the state's, or the one of the
 * state where most people live.
 */
export function likelyZone(state: string | null | undefined, therapistZone: string): string {
  const zones = zonesOfState(state);
  return zones.includes(therapistZone) ? therapistZone : (zones[0] ?? therapistZone);
}

export const hawaiiZone = "Pacific/Honolulu";

export const mainlandZones: readonly string[] = [eastern, central, mountain, pacific];
