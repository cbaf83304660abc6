import type { ReactNode } from "react";
import { fill } from "~/core/language/strings";
import { CompanyPhone } from "~/ui/company-phone";
import { DateTime } from "~/ui/date-time";
import { waitingLine } from "~/visits/notices/visit-notices";
import { ZoneNote } from "~/visits/ui/zone-note";
import type { Visit } from "~/visits/visit";
import type { MyVisit } from "../find-my-visit.server";
import { strings } from "../strings";
import { timeTexts } from "./time-texts";

export type ShownVisit = Pick<
  Visit,
  "therapist" | "patient_zone" | "other_zone" | "start_at" | "status" | "confirm_by"
> & {
  over: boolean;
  overdue: boolean;
};

export const stateOf = ({ over, status }: ShownVisit) =>
  over ? "over" : status === "confirmed" ? "confirmed" : "submitted";

interface VisitCardProps {
  /** In query sessions, it has no therapist name. */
  visit: ShownVisit;
  /** Leaves out the status, for pages that ask about a change. */
  brief?: boolean;
  /** "Alex B."; null in sessions that must not show a name. */
  patient?: string | null;
  news?: MyVisit["news"];
  /** The visit has no link to join. */
  isCall?: boolean;
  asks?: boolean;
  children?: ReactNode;
}

export function VisitCard({
  visit,
  patient,
  brief,
  news = "message",
  isCall,
  asks,
  children,
}: VisitCardProps) {
  const { therapist } = visit;
  const { other } = timeTexts(visit.start_at, visit.patient_zone, visit.other_zone, strings);
  const state = brief ? null : stateOf(visit);
  return (
    <section className="panel visit" aria-label={strings.myVisit}>
      <p className="visit-when">
        <DateTime at={visit.start_at} zone={visit.patient_zone} format="full" fixed />
      </p>
      {other ? <p className="soft">{other}</p> : <ZoneNote at={visit.start_at} zone={visit.patient_zone} />}
      {patient && <p>{fill(strings.about.for, { patient })}</p>}
      {therapist && <p>{`${strings.visitWith} ${therapist}`}</p>}
      {state === "over" && (
        <p>
          {`${strings.isOver} `}
          <CompanyPhone />.
        </p>
      )}
      {state === "submitted" && (
        <>
          <VisitStatus
            state={state}
            text={waitingLine({ ...visit, therapist: therapist || strings.yourTherapist }, visit.overdue)}
          />
          {visit.overdue && (
            <p>
              {`${strings.askWhen} `}
              <CompanyPhone />.
            </p>
          )}
          <p>
            {(isCall ? strings.waitNextForCall : strings.waitNext)[news]}
            {news === "message" && !asks && ` ${strings.nothingToDo}`}
            {news === "page" && (
              <>
                {" "}
                <CompanyPhone />.
              </>
            )}
          </p>
        </>
      )}
      {state === "confirmed" && <VisitStatus state={state} text={strings.isConfirmed} />}
      {children}
    </section>
  );
}

const icons = { confirmed: "✓", submitted: "◷" };

function VisitStatus({ state, text }: { state: keyof typeof icons; text: string }) {
  return (
    <p className={`visit-status ${state}`}>
      <span aria-hidden="true">{icons[state]}</span>
      <span>{text}</span>
    </p>
  );
}
