import { Notice } from "~/ui/components/notice";

export function StaleNotice({
  therapist,
  stale,
}: {
  therapist: { id: number; name: string };
  stale: boolean;
}) {
  if (!stale) return null;
  return (
    <Notice tone="bad">
      Patients can't book with {therapist.name} because a connected calendar can't be read.{" "}
      <a href={`/therapists/${therapist.id}/calendars`}>Check the calendars</a>
    </Notice>
  );
}
