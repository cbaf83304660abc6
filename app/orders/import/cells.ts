import { emailAddress } from "~/core/fields";
import { parsePhone } from "~/core/phone";
import { isDialable, splitExtension } from "~/core/phone-extension";
import { stateOf } from "~/core/zones/states";
import { writtenDate } from "./written-date";

const textFormula = /^="(.*)"$/s;

/** Names may begin with an apostrophe, as in "'t Hooft". */
const nameColumns = new Set(["patient_name", "first_name", "last_name", "company"]);

/** The value of a cell without the signs by which spreadsheets mark it as text: `="0099001"` and `'0099001`. */
export function cellValue(column: string, cell: string): string {
  const formula = textFormula.exec(cell)?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  const isMarked = nameColumns.has(column) ? /^'[=+\-@]/.test(cell) : cell.startsWith("'");
  if (!isMarked) return cell;
  return /^'.*'$/s.test(cell) ? cell.slice(1, -1) : cell.slice(1);
}

const nothing = /^(#?n\/a|\?+|[-–—]+|null)$/i;
// These can be names: Na, None.
const nothingInWords = /^(n\.?a\.?|none|nil|unknown|unk\.?|tbd)$/i;
const dates = new Set(["dob", "step_reached_at", "referral_at", "recdate"]);
const kept = new Set(["brightree_db", "patient_id", "sales_order_no", "language", "interpreter"]);

const languages = new Map([
  ...["english", "ingles", "eng", "engl"].map((word) => [word, "en"] as const),
  ...["spanish", "espanol", "sp", "spa", "span", "spn", "esp"].map((word) => [word, "es"] as const),
]);

const bare = (text: string) => text.trim().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** "001 919 …", as phones outside of the US dial a US number. */
const foreignPrefix = /^\s*\+?0{1,2}1[\s.-]*(?=\(?[2-9])/;

/** "Ann Lee <ann@mail.example>" */
const named = /^.*<([^<>\s]+)>\s*$/s;

const isPhone = (text: string) => {
  const { number, extension } = splitExtension(text.replace(foreignPrefix, ""));
  return parsePhone(number) !== null && (extension === null || isDialable(extension));
};

const several: Partial<Record<string, { between: RegExp; fits: (text: string) => boolean }>> = {
  phone: { between: /\s*(?:[/;|&,\n]|\b(?:or|and|y|o)\b)\s*/i, fits: isPhone },
  email: { between: /[\s;,/|]+/, fits: (text) => emailAddress.safeParse(text).success },
};

/** The first phone number or email address of a cell with several. Null if it has only one. */
export function firstOf(field: string, value: string): string | null {
  const way = several[field];
  if (!way || value.length > 200) return null;
  const parts = value.split(way.between).filter(Boolean);
  const fitting = parts.filter(way.fits);
  return fitting.length > 1 ? (fitting[0] ?? null) : null;
}

/** Stars and the like, with which offices mark patients. Messages greet the patient by name. */
const pictures = /\p{Extended_Pictographic}|\u200d|\ufe0f/gu;

/** A cell as the import reads it: without "N/A" and the like, and with dates, states, and languages as it expects them. */
export function orderValue(field: string, cell: string, now: number): string {
  const value = cellValue(field, cell);
  const typed = value.trim();
  if (!kept.has(field)) {
    if (nothing.test(typed)) return "";
    if (!nameColumns.has(field) && nothingInWords.test(typed)) return "";
  }
  if (nameColumns.has(field)) return value.replace(pictures, "").trim();
  if (dates.has(field)) return writtenDate(value, { isBirth: field === "dob", now });
  if (field === "state") return stateInWords(value);
  if (field === "phone" || field === "second_phone")
    return (firstOf("phone", value) ?? value).replace(foreignPrefix, "");
  if (field === "email")
    return firstOf(field, value) ?? value.replace(/^\s*mailto:/i, "").replace(named, "$1");
  if (field === "language") return languages.get(bare(value).replace(/\.$/, "")) ?? value;
  return value;
}

/** "NC" for "N.C." and "NC - North Carolina". */
function stateInWords(value: string): string {
  if (stateOf(value)) return value;
  const candidates = [value.replaceAll(".", ""), ...value.split(/\s+[-–]\s+|[()]/)];
  return candidates.find((candidate) => stateOf(candidate)) ?? value;
}

const isSingleCase = (name: string) =>
  /\p{L}{2}/u.test(name) && (name === name.toUpperCase() || name === name.toLowerCase());

/** "Maria O'Neal-Smith" for "MARIA O'NEAL-SMITH". A name in both cases stays as it is. */
export function inTitleCase(name: string): string {
  if (!isSingleCase(name)) return name;
  return name
    .toLowerCase()
    .replace(/(^|[\s,.'’-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/(?<=\p{L}['’])S\b/gu, "s")
    .replace(/\b(Ii|Iii|Iv)\b/g, (numeral) => numeral.toUpperCase())
    .replace(/(?<![\p{L}'’])Mc(\p{L})/gu, (_, letter: string) => `Mc${letter.toUpperCase()}`);
}

/** True if all names are in capitals, or all are in small letters. */
export const areSingleCase = (names: readonly string[]): boolean =>
  names.length >= 5 &&
  (names.every((name) => name === name.toUpperCase()) ||
    names.every((name) => name === name.toLowerCase())) &&
  names.some((name) => /\p{L}{2}/u.test(name));
