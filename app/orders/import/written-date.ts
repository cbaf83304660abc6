const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthName = "(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const year = "'?(?<year>\\d{4}|\\d{2})";
const rest = "(?<rest>[T\\s].*)?$";

const notations = [
  new RegExp(`^(?<month>\\d{1,2})[/.-](?<day>\\d{1,2})[/.-]${year}${rest}`, "i"),
  new RegExp(`^(?<day>\\d{1,2})[\\s-]*${monthName}[\\s,-]+${year}${rest}`, "i"),
  new RegExp(`^${monthName}[\\s-]*(?<day>\\d{1,2})(?:st|nd|rd|th)?[\\s,-]+${year}${rest}`, "i"),
  new RegExp(`^(?<year>\\d{4})[/.](?<month>\\d{1,2})[/.](?<day>\\d{1,2})${rest}`, "i"),
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?<rest>)$/,
];

const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i;

/**
 * Writes a date as people write it, such as "4/12/56", "Apr 12, 1956", "12-Apr-56", or "19560412", as 1956-04-12, and
 * keeps a time after it. Returns any other text unchanged: also a birth date with a year from 00 to the current one,
 * because it could be in either century.
 * @param now in milliseconds UTC
 */
export function writtenDate(text: string, { isBirth, now }: { isBirth: boolean; now: number }): string {
  if (text.length > 60) return text;
  const bare = text.trim().replace(weekday, "");
  const groups = notations.map((notation) => notation.exec(bare)?.groups).find(Boolean);
  if (!groups) return text;
  const { name, month, day = "", rest: time = "" } = groups;
  const full = fullYear(groups.year ?? "", isBirth, new Date(now).getUTCFullYear());
  if (full === null) return text;
  const number = name ? months.indexOf(name.toLowerCase().slice(0, 3)) + 1 : Number(month);
  return `${full}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}${time}`;
}

function fullYear(written: string, isBirth: boolean, thisYear: number): string | null {
  if (written.length === 4) return written;
  const isPast = Number(written) <= thisYear % 100;
  if (isBirth) return isPast ? null : `19${written}`;
  return Number(written) <= (thisYear % 100) + 1 ? `20${written}` : null;
}
