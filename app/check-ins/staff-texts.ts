import { plural } from "~/core/plural";
import type { ListedReading } from "~/nights/readings";
import type { Answer, Trouble } from "./check-in-schema";

export const answerNames: Record<Answer, string> = {
  well: "Going well",
  trouble: "Some trouble",
  call: "Wants a call",
  stop: "Wants to stop",
  returned: "Doesn't have it anymore",
};

export const troubleNames: Record<Trouble, string> = {
  leak: "mask leak",
  dry: "dry mouth or nose",
  noise: "noise",
  pressure: "pressure",
  asleep: "can't fall asleep",
  skin: "skin",
  other: "other",
};

export const dayText = (date: string): string =>
  new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(date));

/** "18 nights used, 15 of 4 hours, 5 h 12 min a night" */
export function readingText({
  reading: { nights_used, nights_counted, minutes },
}: Pick<ListedReading, "reading">): string {
  return [
    `${plural(nights_used, "night")} used`,
    nights_counted !== null && `${nights_counted} of 4 hours`,
    minutes !== null && `${Math.floor(minutes / 60)} h ${minutes % 60} min a night`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Null if the report doesn't contradict the reading. */
export function contradictionText({ contradiction, from, to }: ListedReading): string | null {
  if (!contradiction) return null;
  const { used, counted, missing } = contradiction;
  const without = missing > 0 ? `, ${plural(missing, "night")} without a value` : "";
  return `Differs. The report counts: ${used} used, ${counted} of 4 hours${without}, ${dayText(from)} to ${dayText(to)}.`;
}
