import { day, hour } from "~/core/time";

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"} ago`;

export function ago(at: number, now: number): string {
  const passed = now - at;
  if (passed >= day) return counted(Math.floor(passed / day), "day");
  if (passed >= hour) return counted(Math.floor(passed / hour), "hour");
  return "just now";
}

export function waitingReason(
  visit: { status: string; start_at: number; end_at: number; submitted_at: number | null },
  now: number,
): string {
  if (visit.status === "submitted" || visit.status === "pending") {
    const word = visit.status === "submitted" ? "Submitted" : "Pending";
    return `${word} ${ago(visit.submitted_at ?? now, now)}, not confirmed`;
  }
  if (visit.status === "confirmed" && visit.end_at <= now) {
    return `Ended ${ago(visit.end_at, now)}, needs an outcome`;
  }
  if (visit.status === "confirmed") return visit.start_at <= now ? "In progress" : "Upcoming";
  return "";
}
