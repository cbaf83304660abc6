export interface MonthPage {
  title: string;
  lead: number;
  /** `YYYY-MM-DD` */
  dates: string[];
}

const titles = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

const longDates = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});

/** "Tuesday, May 12" for `YYYY-MM-DD` */
export const longDate = (date: string): string => longDates.format(Date.parse(date));

/** A month as a wall calendar shows it; `month` is `YYYY-MM`. */
export function monthPage(month: string): MonthPage {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return {
    title: titles.format(first),
    lead: first.getUTCDay(),
    dates: Array.from({ length: days }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`),
  };
}

export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}
