import type { Shown } from "~/ui/calendar/calendar-options";
import { calendarViews } from "../week-schema";

/** Lets the address follow what the calendar shows, so that reloading, sharing and coming back lead there. */
export function followAddress({ date, view }: Pick<Shown, "date" | "view">): void {
  const address = new URL(location.href);
  const [word] = Object.entries(calendarViews).find(([, name]) => name === view) ?? [];
  address.searchParams.set("week", date);
  if (word) address.searchParams.set("view", word);
  else address.searchParams.delete("view");
  history.replaceState(history.state, "", address);
}

/** The address of what is on show, and that of a visit over it. */
export function currentWeekHref(visit?: number): string {
  const { pathname, searchParams } = new URL(location.href);
  searchParams.delete("visit");
  searchParams.delete("details");
  if (visit !== undefined) searchParams.set("visit", String(visit));
  return `${pathname}?${searchParams}`;
}
