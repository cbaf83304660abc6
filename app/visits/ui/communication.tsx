import { Badge } from "~/ui/components/status";
import { type Communication, interpreterText, patientConfirmed, speaks } from "../interpreter";
import type { DayMarks } from "../late/day-marks";
import { DayMarkBadges } from "./day-mark-badges";

interface MarksProps {
  visit: Communication & Partial<DayMarks>;
  /** True on a card that has no room for the whole note on wide screens. */
  isSmall?: boolean;
}

export function CommunicationMarks({ visit, isSmall = false }: MarksProps) {
  const need = interpreterText(visit);
  return (
    <>
      {visit.kind_note && (
        <>
          {" "}
          <span className={`badge kind-note${isSmall ? " narrow-only" : ""}`}>{visit.kind_note.text}</span>
          {isSmall && (
            <span className="badge kind-note wide-only" title={visit.kind_note.text}>
              {visit.kind_note.short}
            </span>
          )}
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
