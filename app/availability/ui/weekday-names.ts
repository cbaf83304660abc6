import { formatDay, hour } from "~/core/time";

export function weekdayList({ from_date, to_date }: { from_date: string; to_date: string }): string {
  const dayText = (date: string) => formatDay(Date.parse(`${date}T00:00:00Z`) + 12 * hour, "UTC");
  return from_date === to_date ? dayText(from_date) : `${dayText(from_date)} to ${dayText(to_date)}`;
}
