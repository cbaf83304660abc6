import { availabilityHref } from "../availability-view";
import { weekdayList } from "./weekday-names";

interface DaysOffNoteProps {
  therapistId: number;
  daysOff: readonly { id: number; from_date: string; to_date: string; note: string | null }[];
}

const mostShown = 5;

export function DaysOffNote({ therapistId, daysOff }: DaysOffNoteProps) {
  if (daysOff.length === 0) return null;
  const shown = daysOff
    .slice(0, mostShown)
    .map((off) => weekdayList(off) + (off.note ? ` (${off.note})` : ""));
  const more = daysOff.length - shown.length;
  return (
    <p className="days-off">
      <b>Off:</b> {`${shown.join(", ")}${more > 0 ? `, and ${more} more` : ""}.`}{" "}
      <a href={availabilityHref(therapistId, "/days-off")}>Days off</a>
    </p>
  );
}
