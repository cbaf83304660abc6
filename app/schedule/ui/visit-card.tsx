import type { ReactNode } from "react";
import { zoneOrUtc } from "~/core/time";
import { DateTime } from "~/ui/date-time";
import type { Visit } from "~/visits/visit";
import { strings } from "../strings";

export type ShownVisit = Pick<Visit, "therapist" | "timezone" | "start_at" | "status" | "meeting_link"> & {
  over: boolean;
};

interface VisitCardProps {
  visit: ShownVisit;
  clock: string | null;
  children?: ReactNode;
}

export function VisitCard({ visit, clock, children }: VisitCardProps) {
  const state = visit.over ? "over" : visit.status === "confirmed" ? "confirmed" : "submitted";
  const next = {
    over: strings.isOver,
    confirmed: strings.isConfirmed,
    submitted: strings.waitsForTherapist(visit.therapist),
  };
  return (
    <section className="panel visit">
      <h2>{strings.visitTitle[state]}</h2>
      <p className="visit-when">
        <DateTime at={visit.start_at} zone={clock ?? zoneOrUtc(visit.timezone)} format="full" />
      </p>
      <p>{`${strings.visitWith} ${visit.therapist}`}</p>
      <p className="soft">{next[state]}</p>
      {state === "confirmed" && visit.meeting_link && (
        <p>
          <a href={visit.meeting_link} rel="noreferrer">
            {strings.join}
          </a>
        </p>
      )}
      {children}
    </section>
  );
}
