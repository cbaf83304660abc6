import { formatDay, formatTime } from "~/core/time";
import { shownStatus } from "~/core/visit-status";
import { Notice } from "~/ui/components/notice";
import type { CalendarEvent } from "./calendar-event";

export function OutsideHours({ visits, zone }: { visits: CalendarEvent[]; zone: string }) {
  if (visits.length === 0) return null;
  return (
    <Notice>
      {visits.length === 1 ? "1 visit" : `${visits.length} visits`} outside these hours:
      {visits.map(({ id, href, start, patientId, status }) => (
        <a key={id} href={href} data-visit={id}>
          {formatDay(Date.parse(start), zone)}, {formatTime(Date.parse(start), zone)} - patient {patientId} -{" "}
          {shownStatus(status)}
        </a>
      ))}
    </Notice>
  );
}
