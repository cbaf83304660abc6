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
    ] as const
  ).flatMap(([states, ...zones]) => states.split(" ").map((state) => [state, zones] as const)),
);

/**
 * The zones that a patient in this state may live in, most likely first; empty if the state is unknown.
 * @param state a postal code ("NC") or a name ("North Carolina"), in any case
 */
export function zonesOfState(state: string | null | undefined): readonly string[] {
  const text = state?.trim() ?? "";
  const code = stateOf(text) ?? (/^(vi|virgin islands)$/i.test(text) ? "VI" : "");
  return zonesByState.get(code) ?? [];
}

/** The zone of a state that has only one zone; null for other states. */
export function zoneOfState(state: string | null | undefined): string | null {
  const [zone, second] = zonesOfState(state);
  return zone && !second ? zone : null;
}

export const mainlandZones: readonly string[] = [eastern, central, mountain, pacific];
