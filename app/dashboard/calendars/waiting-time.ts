import { day, hour } from "~/core/time";

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;

export function ago(at: number, now: number): string {
  const passed = now - at;
  if (passed >= day) return counted(Math.floor(passed / day), "day");
  if (passed >= hour) return counted(Math.floor(passed / hour), "hour");
  return "just now";
}

/** "submitted 3 days ago", shown next to the status. */
export function waitingReason(
  visit: { status: string; start_at: number; end_at: number; submitted_at: number | null },
  now: number,
): string {
  if (visit.status === "submitted" || visit.status === "pending") {
    return ago(visit.submitted_at ?? now, now);
  }
  if (visit.status === "confirmed" && visit.end_at <= now) {
    return `ended ${ago(visit.end_at, now)}`;
  }
  if (visit.status === "confirmed") return visit.start_at <= now ? "In progress" : "Upcoming";
  return "";
}
