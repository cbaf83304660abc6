import type { ReactNode } from "react";
import { zoneOrUtc } from "~/core/time";
import type { Visit } from "~/scheduling/visits/visit";
import { words } from "~/scheduling/words";
import { When } from "~/ui/when";

/** What a patient's page needs to know of their visit. */
export type ShownVisit = Pick<Visit, "therapist" | "timezone" | "start_at" | "status" | "meeting_link">;

interface VisitCardProps {
  visit: ShownVisit;
  clock: string | null;
  /** What one can do about it, and until when. */
  children?: ReactNode;
}

/** The patient's visit: when, with whom, how it stands, and what happens next. */
export function VisitCard({ visit, clock, children }: VisitCardProps) {
  const confirmed = visit.status === "confirmed";
  return (
    <section className="panel visit">
      <h2>{confirmed ? words.visitTitle.confirmed : words.visitTitle.submitted}</h2>
      <p className="visit-when">
        <When at={visit.start_at} zone={clock ?? zoneOrUtc(visit.timezone)} format="full" />
      </p>
      <p>{`${words.visitWith} ${visit.therapist}`}</p>
      <p className="soft">{confirmed ? words.isConfirmed : words.waitsForTherapist(visit.therapist)}</p>
      {confirmed && visit.meeting_link && (
        <p>
          <a href={visit.meeting_link} rel="noreferrer">
            {words.join}
          </a>
        </p>
      )}
      {children}
    </section>
  );
}
