import { Badge } from "~/ui/components/status";
import { type Communication, interpreterText, speaks } from "../interpreter";

/** "Speaks Spanish" and "Interpreter needed: Spanish, not arranged"; nothing for an English speaker without need. */
export function CommunicationMarks({ visit }: { visit: Communication }) {
  const need = interpreterText(visit);
  return (
    <>
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
