import type { Column } from "~/ui/components/table";

export const therapistColumn: Column<{ therapist: string; therapist_id: number }> & { head: string } = {
  key: "therapist",
  head: "Therapist",
  cell: ({ therapist, therapist_id }) => (
    <a href={`/therapists/${therapist_id}`} data-opens="" className="therapist-name" title={therapist}>
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
