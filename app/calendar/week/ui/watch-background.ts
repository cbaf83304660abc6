import { day, localDate } from "~/core/time";
import type { BackgroundTime } from "~/ui/calendar/background-times";
import { fetchPage } from "~/ui/scripts/fetch-page";
import { currentWeekHref } from "./week-address";

/** Provides the background times of the last loaded week. Each week's page contains its own. */
export function watchBackground(element: HTMLElement, zone: string) {
  let { from, to, background = "[]" } = element.dataset;
  return {
    async fetch(start: number, end: number): Promise<BackgroundTime[]> {
      if (Date.parse(from ?? "") > start || Date.parse(to ?? "") < end) {
        // The month view doesn't show hours.
        if (end - start > 8 * day) return [];
        const page = await fetchPage(currentWeekHref(undefined, localDate(start, zone))).catch(() => null);
        const data = page?.document.getElementById("calendar")?.dataset;
        if (data) ({ from, to, background = "[]" } = data);
      }
      return JSON.parse(background);
    },
    /** Returns true if the page shows the same week with different times. */
    take(page: Document): boolean {
      const fresh = page.getElementById("calendar")?.dataset;
      const isSame = fresh?.from !== from || fresh?.background === background;
      if (!isSame) background = fresh?.background ?? "[]";
      return !isSame;
    },
  };
}
