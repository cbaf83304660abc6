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
 * keeps a time after it. Returns any other text unchanged: also a birth date whose century isn't clear, which could be of
 * a child or of someone about a hundred years old.
 * @param now in milliseconds UTC
 */
export function writtenDate(text: string, { isBirth, now }: { isBirth: boolean; now: number }): string {
  if (text.length > 60) return text;
  const bare = text.trim().replace(weekday, "");
  const groups = notations.map((notation) => notation.exec(bare)?.groups).find(Boolean);
  if (!groups) return text;
  const { name, month, day = "", rest: time = "" } = groups;
  const number = name ? months.indexOf(name.toLowerCase().slice(0, 3)) + 1 : Number(month);
  const monthAndDay = `${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const full = fullYear(groups.year ?? "", { monthAndDay, isBirth, now });
  return full === null ? text : `${full}-${monthAndDay}${time}`;
}

/** Patients are younger than this, in years. */
const oldest = 105;

function fullYear(
  written: string,
  { monthAndDay, isBirth, now }: { monthAndDay: string; isBirth: boolean; now: number },
): string | null {
  if (written.length === 4) return written;
  const today = new Date(now).toISOString().slice(0, 10);
  const thisYear = Number(today.slice(0, 4));
  if (isBirth) {
    if (`20${written}-${monthAndDay}` > today) return `19${written}`;
    return thisYear - Number(`19${written}`) > oldest ? `20${written}` : null;
  }
  return Number(written) <= (thisYear % 100) + 1 ? `20${written}` : null;
}

/** True for a date like "4/12/24", whose year has two digits. */
export const hasShortYear = (text: string): boolean =>
  text.length <= 60 &&
  notations.some((notation) => notation.exec(text.trim().replace(weekday, ""))?.groups?.year?.length === 2);
