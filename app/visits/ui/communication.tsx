import { Badge } from "~/ui/components/status";
import { type Communication, interpreterText, patientConfirmed, speaks } from "../interpreter";
import type { DayMarks } from "../late/day-marks";
import { DayMarkBadges } from "./day-mark-badges";

export function CommunicationMarks({ visit }: { visit: Communication & Partial<DayMarks> }) {
  const need = interpreterText(visit);
  return (
    <>
      {visit.kind_note && (
        <>
          {" "}
          <span className="badge kind-note">{visit.kind_note.text}</span>
        </>
      )}
      <DayMarkBadges visit={visit} /> <ConfirmedMark visit={visit} />
      {visit.language !== "en" && (
        <>
          {" "}
          <Badge>{speaks(visit)}</Badge>
        </>
      )}
      {need && (
        <>
          {" "}
          <Badge dawn={!visit.interpreter_arranged && !visit.interpreter_note}>{need}</Badge>
        </>
      )}
    </>
  );
}

/** The patient replied to the reminder that they will be there. */
export const ConfirmedMark = ({ visit }: { visit: Pick<Communication, "patient_confirmed"> }) =>
  visit.patient_confirmed ? (
    <span className="under">
      <Badge>{patientConfirmed}</Badge>
    </span>
  ) : null;
