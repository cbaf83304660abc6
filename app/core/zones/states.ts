import { inReadersLanguage } from "../language/current-language";

const names = [
  "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware",
  "DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa",
  "KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota",
  "MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey",
  "NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon",
  "PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee",
  "TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming",
  "GU Guam|VI U.S. Virgin Islands|AS American Samoa|MP Northern Mariana Islands",
].flatMap((row) => row.split("|"));

const otherNames = [
  "VI Virgin Islands",
  "VI US Virgin Islands",
  "VI United States Virgin Islands",
  "MP Commonwealth of the Northern Mariana Islands",
];

const codes = new Map(
  [...names, ...otherNames].flatMap((entry) => {
    const code = entry.slice(0, 2);
    return [
      [code.toLowerCase(), code],
      [entry.slice(3).toLowerCase(), code],
    ];
  }),
);

/** A US state's code, from its code or name; null for any other text. */
export function stateOf(text: string): string | null {
  return codes.get(text.trim().toLowerCase()) ?? null;
}

/** "North Carolina" for "NC". Returns any other text unchanged. */
export function stateName(code: string): string {
  const entry = names.find((name) => name.startsWith(`${code.toUpperCase()} `));
  return entry?.slice(3) ?? code;
}

// The names that differ in Spanish, as on USA.gov en Español.
const spanish = new Map(
  [
    "DC Distrito de Columbia|HI Hawái|LA Luisiana|MI Míchigan|MS Misisipi|MO Misuri|NH Nuevo Hampshire",
    "NJ Nueva Jersey|NM Nuevo México|NY Nueva York|NC Carolina del Norte|ND Dakota del Norte|OR Oregón",
    "PA Pensilvania|SC Carolina del Sur|SD Dakota del Sur|WV Virginia Occidental",
    "VI Islas Vírgenes de los Estados Unidos|AS Samoa Americana|MP Islas Marianas del Norte",
  ].flatMap((row) => row.split("|").map((entry) => [entry.slice(0, 2), entry.slice(3)] as const)),
);

/** "Idaho" for "ID", in the reader's language. Returns any other text unchanged. */
export function regionName(text: string): string {
  const code = stateOf(text);
  if (!code) return text;
  return inReadersLanguage({ en: undefined, es: spanish.get(code) }) ?? stateName(code);
}

export const stateCodes: readonly string[] = names.map((entry) => entry.slice(0, 2));
