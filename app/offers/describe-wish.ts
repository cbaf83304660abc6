import type { Wanted } from "./fits-wish";
import { allParts, allWeekdays } from "./offer-schema";

type Wish = Pick<Wanted, "parts" | "weekdays" | "notice_hours">;

/** "Mornings, Mon–Fri, 24 hours' notice", for staff. */
export function describeWish(wish: Wish): string {
  const isAny = wish.parts.length === allParts.length && wish.weekdays.length === allWeekdays.length;
  const times = isAny ? ["Any time"] : [describeParts(wish), describeWeekdays(wish)];
  return [...times, describeNotice(wish)].join(", ");
}

const partNames = { morning: "mornings", afternoon: "afternoons", evening: "evenings" };

export function describeParts({ parts }: Pick<Wish, "parts">): string {
  if (parts.length === allParts.length) return "Any time of day";
  const words = parts.map((part) => partNames[part]).join(" and ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "evening", as in "evening hours". */
export const partAdjectives = { morning: "morning", afternoon: "afternoon", evening: "evening" };

export const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** "Mon–Fri", "Mon, Wed", "Tue–Thu, Sat". */
export function describeWeekdays({ weekdays }: Pick<Wish, "weekdays">): string {
  if (weekdays.length === allWeekdays.length) return "any day";
  const runs: number[][] = [];
  for (const weekday of weekdays) {
    const run = runs.at(-1);
    if (run?.at(-1) === weekday - 1) run.push(weekday);
    else runs.push([weekday]);
  }
  const nameOf = (weekday = 0) => dayNames[weekday - 1];
  return runs
    .flatMap((run) => (run.length > 2 ? `${nameOf(run[0])}–${nameOf(run.at(-1))}` : run.map(nameOf)))
    .join(", ");
}

export function describeNotice({ notice_hours: hours }: Pick<Wish, "notice_hours">): string {
  if (hours === 0) return "no notice needed";
  if (hours === 168) return "1 week's notice";
  if (hours > 48 && hours % 24 === 0) return `${hours / 24} days' notice`;
  return hours === 1 ? "1 hour's notice" : `${hours} hours' notice`;
}
