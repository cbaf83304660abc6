import { plural } from "~/core/plural";
import { day, hour } from "~/core/time";

export function ago(at: number, now: number): string {
  const passed = now - at;
  if (passed >= day) return `${plural(Math.floor(passed / day), "day")} ago`;
  if (passed >= hour) return `${plural(Math.floor(passed / hour), "hour")} ago`;
  return "just now";
}

/** Shown next to the status, like "3 days ago" after "submitted". */
export function waitingReason(
  visit: { status: string; start_at: number; end_at: number; submitted_at: number | null },
  now: number,
): string {
  if (visit.status === "submitted" || visit.status === "pending") return ago(visit.submitted_at ?? now, now);
  if (visit.status !== "confirmed") return "";
  if (visit.end_at <= now) return `ended ${ago(visit.end_at, now)}`;
  return visit.start_at <= now ? "In progress" : "Upcoming";
}
