import { addDays } from "../time";

interface WrittenDate {
  /** Two or four digits; empty if the year is missing. */
  year: string;
  month: string;
  day: string;
  /** The text around the date. */
  rest: string;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const month =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

const patterns = [
  "(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})",
  "(?<month>\\d{1,2})[-/. ](?<day>\\d{1,2})[-/. ](?<year>\\d{4}|\\d{2})",
  "(?<month>\\d{1,2})/(?<day>\\d{1,2})",
  `${month}\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\\d{4}))?`,
  `(?<day>\\d{1,2})\\.? ${month}\\.?(?:,? (?<year>\\d{4}))?`,
].map((pattern) => new RegExp(`(?<![\\p{L}\\d/.-])${pattern}(?![\\p{L}\\d/-])`, "iu"));

function findDate(typed: string): WrittenDate | null {
  const text = typed.replace(/\s+/g, " ").trim();
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (!found?.groups) continue;
    const { year = "", month: written = "", day = "" } = found.groups;
    const named = months.indexOf(written.slice(0, 3).toLowerCase()) + 1;
    const date = { year, month: named > 0 ? String(named) : written, day };
    if (datesOf({ ...date, year: "2000" }).length === 0) continue;
    return { ...date, rest: around(text, found.index, found[0].length) };
  }
  return null;
}

const around = (text: string, start: number, length: number) =>
  `${text.slice(0, start)} ${text.slice(start + length)}`.replace(/^[\s,]+|[\s,]+$/g, "");

function datesOf({ year, month, day }: Omit<WrittenDate, "rest">): string[] {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
  return exists && date >= "1880" ? [date] : [];
}

/** True if the entire text is a date with separators. */
export const isDate = (typed: string): boolean => findDate(typed)?.rest === "";

/** Parses a date of birth. @returns `YYYY-MM-DD`, two if the century is unknown; empty if the text isn't a date */
export function birthDatesIn(typed: string): string[] {
  const run = /^(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(typed);
  if (run) {
    const [, a = "", b = "", c = "", d = ""] = run;
    return [
      ...datesOf({ year: `${c}${d}`, month: a, day: b }),
      ...datesOf({ year: `${a}${b}`, month: c, day: d }),
    ];
  }
  const date = findDate(typed);
  if (!date?.year || date.rest) return [];
  const years = date.year.length === 2 ? [`19${date.year}`, `20${date.year}`] : [date.year];
  return years.flatMap((year) => datesOf({ ...date, year }));
}

const nearDays: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 };
const yearsBack = 10;
const yearsAhead = 2;

/**
 * Finds the date of a visit in a search, such as "5/12", "5/12/26", "May 12" or "tomorrow", with or without other text.
 * @param today `YYYY-MM-DD`
 * @returns `dates` as `YYYY-MM-DD` (one for each year around today if the year is missing) and the `rest` of the
 *   text; null if there is no date
 */
export function visitDatesIn(typed: string, today: string): { dates: string[]; rest: string } | null {
  const near = /(?<!\p{L})(yesterday|today|tomorrow)(?!\p{L})/iu.exec(typed);
  if (near) {
    const days = nearDays[near[0].toLowerCase()] ?? 0;
    return { dates: [addDays(today, days)], rest: around(typed, near.index, near[0].length) };
  }
  const date = findDate(typed);
  if (!date) return null;
  const { year, rest } = date;
  const thisYear = Number(today.slice(0, 4));
  const years = year
    ? [year.padStart(4, "20")]
    : Array.from({ length: yearsBack + yearsAhead + 1 }, (_, index) => String(thisYear + yearsAhead - index));
  return { dates: years.flatMap((each) => datesOf({ ...date, year: each })), rest };
}
