import { currentLanguage, currentLocale } from "./language/current-language";
import { dateStyles } from "./language/date-styles";
import { memoizeByKey } from "./memoize-by-key";

interface MonthPage {
  title: string;
  lead: number;
  /** `YYYY-MM-DD` */
  dates: string[];
}

const formats = memoizeByKey<Intl.DateTimeFormat>();

function format(date: string, options: Intl.DateTimeFormatOptions): string {
  const locale = currentLocale();
  const key = `${locale} ${Object.entries(options)}`;
  return formats(key, () => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })).format(
    Date.parse(date),
  );
}

/** "Tuesday, May 12" for `YYYY-MM-DD`, in the reader's language. */
export const longDate = (date: string): string =>
  dateStyles[currentLanguage()].clean(format(date, { weekday: "long", month: "long", day: "numeric" }));

/** "Tuesday" */
export const weekdayName = (date: string): string => format(date, { weekday: "long" });

export const shortWeekday = (date: string): string => format(date, { weekday: "short" });

export const shortMonth = (date: string): string => format(date, { month: "short" });

/** "November" for `YYYY-MM-DD`. */
export const monthName = (date: string): string => format(date, { month: "long" });

/** The first one is Sunday. */
export const weekdayNames = (): string[] =>
  Array.from({ length: 7 }, (_, index) => shortWeekday(`2023-01-0${index + 1}`));

/** A month as a wall calendar shows it. @param month `YYYY-MM` */
export function monthPage(month: string): MonthPage {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return {
    title: format(`${month}-01`, { month: "long", year: "numeric" }),
    lead: first.getUTCDay(),
    dates: Array.from({ length: days }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`),
  };
}

export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}
