import { ButtonLink } from "~/ui/components/button";
import { CopyButton } from "~/ui/components/copy-field";
import type { Visit } from "../visit";

export const isJoinable = ({ status, meeting_link }: Pick<Visit, "status" | "meeting_link">): boolean =>
  status === "confirmed" && /^https?:\/\//.test(meeting_link ?? "");

interface JoinVisitProps {
  visit: Pick<Visit, "status" | "meeting_link" | "patient_id">;
  id: string;
  look?: "quiet" | undefined;
}

/** The links to a confirmed visit's video meeting: one to join, and a button that copies it. */
export function JoinVisit({ visit, id, look }: JoinVisitProps) {
  if (!isJoinable(visit)) return null;
  return (
    <>
      <ButtonLink id={id} href={visit.meeting_link ?? ""} target="_blank" rel="noreferrer" look={look}>
        Join video visit
        <span className="unseen"> with patient {visit.patient_id}</span>
      </ButtonLink>
      <CopyButton of={id} look="quiet">
        Copy link
      </CopyButton>
    </>
  );
}
