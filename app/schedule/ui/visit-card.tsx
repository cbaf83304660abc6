import type { ReactNode } from "react";
import { zoneOrUtc } from "~/core/time";
import { When } from "~/ui/date-time";
import type { Visit } from "~/visits/visit";
import { words } from "../strings";

/** What a patient's page needs to know of their visit. */
export type ShownVisit = Pick<Visit, "therapist" | "timezone" | "start_at" | "status" | "meeting_link"> & {
  /** Its time has gone by. */
  over: boolean;
};

interface VisitCardProps {
  visit: ShownVisit;
  clock: string | null;
  /** What one can do about it, and until when. */
  children?: ReactNode;
}

/** The patient's visit: when, with whom, how it stands, and what happens next. */
export function VisitCard({ visit, clock, children }: VisitCardProps) {
  const state = visit.over ? "over" : visit.status === "confirmed" ? "confirmed" : "submitted";
  const next = {
    over: words.isOver,
    confirmed: words.isConfirmed,
    submitted: words.waitsForTherapist(visit.therapist),
  };
  return (
    <section className="panel visit">
      <h2>{words.visitTitle[state]}</h2>
      <p className="visit-when">
        <When at={visit.start_at} zone={clock ?? zoneOrUtc(visit.timezone)} format="full" />
      </p>
      <p>{`${words.visitWith} ${visit.therapist}`}</p>
      <p className="soft">{next[state]}</p>
      {state === "confirmed" && visit.meeting_link && (
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
