import { localDate, zoneOrUtc } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import { Badge } from "~/ui/components/status";
import type { Column } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { OtherZones } from "~/visits/ui/other-zones";
import type { ShownVisit } from "../../shown-visit";
import { strings } from "../../strings";

/**
 * @param zone the viewer's time zone; null uses each therapist's
 * @param today the date to mark, `YYYY-MM-DD`
 */
export function whenColumns(zone: string | null, today?: string) {
  const clock = (visit: ShownVisit) => zone ?? zoneOrUtc(visit.timezone);
  return [
    {
      key: "date",
      head: "Date",
      align: "when",
      cell: (visit) => (
        <>
          <DateTime at={visit.start_at} zone={clock(visit)} format="day" />
          {localDate(visit.start_at, clock(visit)) === today && (
            <>
              {" "}
              <Badge dawn>Today</Badge>
            </>
          )}
        </>
      ),
    },
    {
      key: "time",
      head: "Time",
      align: "when",
      cell: (visit) => (
        <>
          <DateTime at={visit.start_at} zone={clock(visit)} format="clock" />
          <OtherZones visit={visit} zone={clock(visit)} />
        </>
      ),
    },
  ] satisfies Column<ShownVisit>[];
}

export const startColumn = (head: string): Column<{ start_at: number; timezone: string }> => ({
  key: "time",
  head,
  align: "when",
  cell: ({ start_at, timezone }) => (
    <b>
      <DateTime at={start_at} zone={timezone} />
    </b>
  ),
});

export const therapistColumn: Column<{ therapist: string; therapist_id: number }> & { head: string } = {
  key: "therapist",
  head: "Therapist",
  align: "name",
  cell: ({ therapist, therapist_id }) => (
    <a href={`/therapists/${therapist_id}`} data-opens="" className="therapist-name" title={therapist}>
      {therapist}
    </a>
  ),
};

export const therapistInRegionColumn: Column<{ therapist: string; region: string | null }> = {
  key: "therapist",
  head: "Therapist",
  align: "name",
  cell: ({ therapist, region }) => (
    <>
      {therapist}
      <span className="soft under">{region}</span>
    </>
  ),
};

export const confirmColumn: Column<{ id: number; status: string; patient_id: number }> = {
  key: "confirm",
  head: <span className="unseen">{strings.confirm}</span>,
  align: "acts",
  cell: (visit) => visit.status === "submitted" && <ConfirmLink visit={visit} />,
};

export const ConfirmLink = ({ visit }: { visit: { id: number; patient_id: number } }) => (
  <ButtonLink href={`/visits/${visit.id}/confirm`} look="quiet" size="small" data-opens="">
    {strings.confirm}
    <span className="unseen"> the visit for patient {visit.patient_id}</span>
  </ButtonLink>
);
