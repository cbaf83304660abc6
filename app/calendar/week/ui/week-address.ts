import type { Shown } from "~/ui/calendar/calendar-options";
import { pageHref } from "~/ui/scripts/fetch-page";
import { calendarViews } from "../calendar-views";

export function followAddress({ date, view }: Pick<Shown, "date" | "view">): void {
  const address = new URL(location.href);
  const [viewName] = Object.entries(calendarViews).find(([, name]) => name === view) ?? [];
  address.searchParams.set("week", date);
  if (viewName) address.searchParams.set("view", viewName);
  else address.searchParams.delete("view");
  history.replaceState(history.state, "", address);
}

/** The page's address, even while the address bar shows the address of an open sheet. */
export function currentWeekHref(visit?: number, week?: string): string {
  const { pathname, searchParams } = new URL(pageHref(), location.href);
  searchParams.delete("visit");
  searchParams.delete("details");
  if (week) searchParams.set("week", week);
  if (visit !== undefined) searchParams.set("visit", String(visit));
  return `${pathname}?${searchParams}`;
}
