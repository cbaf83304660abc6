import { zoneOrUtc } from "~/core/time";
import type { ShownVisit } from "~/dashboard/shown-visit";
import type { Column } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { OtherClocks } from "~/visits/ui/other-clocks";

/** @param zone the viewer's time zone; null uses each therapist's */
export function whenColumns(zone: string | null) {
  const clock = (visit: ShownVisit) => zone ?? zoneOrUtc(visit.timezone);
  return [
    {
      key: "date",
      head: "Date",
      align: "when",
      cell: (visit) => <DateTime at={visit.start_at} zone={clock(visit)} format="day" />,
    },
    {
      key: "time",
      head: "Time",
      align: "when",
      cell: (visit) => (
        <>
          <DateTime at={visit.start_at} zone={clock(visit)} format="clock" />
          <OtherClocks visit={visit} zone={clock(visit)} />
        </>
      ),
    },
  ] satisfies Column<ShownVisit>[];
}

interface AtTime {
  /** Milliseconds UTC. */
  start_at: number;
  /** The therapist's time zone. */
  timezone: string;
}

export const startColumn = (head: string): Column<AtTime> & { head: string } => ({
  key: "time",
  head,
  align: "when",
  cell: ({ start_at, timezone }) => (
    <b>
      <DateTime at={start_at} zone={timezone} />
    </b>
  ),
});
