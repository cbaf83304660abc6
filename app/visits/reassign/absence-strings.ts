import { listHref } from "~/core/list-href";
import { plural } from "~/core/plural";
import { formatLongDay, hour } from "~/core/time";

export const absenceHref = (therapistId: number, date: string) =>
  `/therapists/${therapistId}/out?date=${date}`;

/** The page that asks who is out. */
export const sickDayHref = (chosen: { name?: string | undefined; date?: string | undefined }) =>
  listHref("/therapists/out", chosen);

/** "Tuesday, May 12" */
export const dayName = (date: string) => formatLongDay(Date.parse(date) + 12 * hour, "UTC");

export const absenceFlash = {
  "day-reopened": (date: string, restored: number) =>
    `${dayName(date)} is open again. ${plural(restored, "start time")} restored.`,
};

interface Counts {
  done: number;
  left: number;
  undone: number;
  isClosed: boolean;
}

/** "3 visits moved, 1 still to move. The day is closed." */
export function absenceSummary({ done, left, undone, isClosed }: Counts): string {
  const moved =
    done === 0 && undone > 0 ? `${plural(undone, "visit")} moved back` : `${plural(done, "visit")} moved`;
  return `${moved}${left > 0 ? `, ${left} still to move` : ""}.${isClosed ? " The day is closed." : ""}`;
}

export const closeLabel = (open: number) =>
  open === 0 ? "Close this day" : `Close this day and remove ${plural(open, "start time")}`;
