import { Badge } from "~/ui/components/status";
import { type Communication, interpreterText, patientConfirmed, speaks } from "../interpreter";

/** "Patient confirmed", "Speaks Spanish" and "Interpreter needed: Spanish, not arranged", where they apply. */
export function CommunicationMarks({ visit }: { visit: Communication }) {
  const need = interpreterText(visit);
  return (
    <>
      {" "}
      <ConfirmedMark visit={visit} />
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
  visit.patient_confirmed ? <Badge>{patientConfirmed}</Badge> : null;
