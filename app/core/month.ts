/** A month as it stands on a wall calendar. */
export interface MonthPage {
  /** "May 2026" */
  title: string;
  /** Empty places before the first, weeks beginning on Sunday. */
  lead: number;
  /** `YYYY-MM-DD` */
  dates: string[];
}

const titles = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** @param month `YYYY-MM` */
export function monthPage(month: string): MonthPage {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return {
    title: titles.format(first),
    lead: first.getUTCDay(),
    dates: Array.from({ length: days }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`),
  };
}

/** The month so many later, `YYYY-MM`. */
export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}
