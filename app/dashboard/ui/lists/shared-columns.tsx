import type { Column } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";

interface AtTime {
  /** ms UTC */
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

export const therapistColumn: Column<{ therapist: string; therapist_id: number }> & { head: string } = {
  key: "therapist",
  head: "Therapist",
  cell: ({ therapist, therapist_id }) => (
    <a href={`/therapists/${therapist_id}`} data-opens="">
      {therapist}
    </a>
  ),
};

export const therapistInRegionColumn: Column<{ therapist: string; region: string | null }> = {
  key: "therapist",
  head: "Therapist",
  cell: ({ therapist, region }) => (
    <>
      {therapist}
      <span className="soft under">{region}</span>
    </>
  ),
};
