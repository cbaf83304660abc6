/**
 * The IANA zones of each US state, the most populated first. What depends on the patient's time must suit all of
 * them (docs/decisions/013-state-zones.md).
 */
const eastern = "America/New_York";
const central = "America/Chicago";
const mountain = "America/Denver";
const pacific = "America/Los_Angeles";

const zonesByState: Record<string, readonly [string, ...string[]]> = {
  AL: [central],
  AK: ["America/Anchorage", "America/Adak"],
  AZ: ["America/Phoenix"],
  AR: [central],
  CA: [pacific],
  CO: [mountain],
  CT: [eastern],
  DE: [eastern],
  DC: [eastern],
  FL: [eastern, central],
  GA: [eastern],
  HI: ["Pacific/Honolulu"],
  ID: ["America/Boise", pacific],
  IL: [central],
  IN: ["America/Indiana/Indianapolis", central],
  IA: [central],
  KS: [central, mountain],
  KY: [eastern, central],
  LA: [central],
  ME: [eastern],
  MD: [eastern],
  MA: [eastern],
  MI: ["America/Detroit", central],
  MN: [central],
  MS: [central],
  MO: [central],
  MT: [mountain],
  NE: [central, mountain],
  NV: [pacific],
  NH: [eastern],
  NJ: [eastern],
  NM: [mountain],
  NY: [eastern],
  NC: [eastern],
  ND: [central, mountain],
  OH: [eastern],
  OK: [central],
  OR: [pacific, "America/Boise"],
  PA: [eastern],
  PR: ["America/Puerto_Rico"],
  RI: [eastern],
  SC: [eastern],
  SD: [central, mountain],
  TN: [central, eastern],
  TX: [central, mountain],
  UT: [mountain],
  VT: [eastern],
  VI: ["America/St_Thomas"],
  VA: [eastern],
  WA: [pacific],
  WV: [eastern],
  WI: [central],
  WY: [mountain],
};

const codeByName: Record<string, string> = {
  alabama: "AL",
  alaska: "AK",
  arizona: "AZ",
  arkansas: "AR",
  california: "CA",
  colorado: "CO",
  connecticut: "CT",
  delaware: "DE",
  "district of columbia": "DC",
  florida: "FL",
  georgia: "GA",
  hawaii: "HI",
  idaho: "ID",
  illinois: "IL",
  indiana: "IN",
  iowa: "IA",
  kansas: "KS",
  kentucky: "KY",
  louisiana: "LA",
  maine: "ME",
  maryland: "MD",
  massachusetts: "MA",
  michigan: "MI",
  minnesota: "MN",
  mississippi: "MS",
  missouri: "MO",
  montana: "MT",
  nebraska: "NE",
  nevada: "NV",
  "new hampshire": "NH",
  "new jersey": "NJ",
  "new mexico": "NM",
  "new york": "NY",
  "north carolina": "NC",
  "north dakota": "ND",
  ohio: "OH",
  oklahoma: "OK",
  oregon: "OR",
  pennsylvania: "PA",
  "puerto rico": "PR",
  "rhode island": "RI",
  "south carolina": "SC",
  "south dakota": "SD",
  tennessee: "TN",
  texas: "TX",
  utah: "UT",
  vermont: "VT",
  "virgin islands": "VI",
  virginia: "VA",
  washington: "WA",
  "west virginia": "WV",
  wisconsin: "WI",
  wyoming: "WY",
};

/**
 * The zones a patient of this state may live in, the likeliest first; empty where the state is unknown.
 * @param state a postal code ("NC") or a name ("North Carolina"), in any case
 */
export function zonesOfState(state: string | null | undefined): readonly string[] {
  const text = state?.trim() ?? "";
  const code = text.length === 2 ? text.toUpperCase() : codeByName[text.toLowerCase()];
  return (code && zonesByState[code]) || [];
}

/** The zone of a state that has only one; null for all others. */
export function zoneOfState(state: string | null | undefined): string | null {
  const [zone, second] = zonesOfState(state);
  return zone && !second ? zone : null;
}

export const mainlandZones: readonly string[] = [eastern, central, mountain, pacific];
