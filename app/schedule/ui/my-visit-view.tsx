import { translatedLanguage } from "~/core/language/spoken-language";
import { fill } from "~/core/language/strings";
import { EarlierLine, OpenOffer } from "~/offers/ui/earlier-line";
import { CompanyPhone } from "~/ui/company-phone";
import { ButtonLink } from "~/ui/components/button";
import type { MyVisit } from "../find-my-visit.server";
import { DayChoices } from "../joining/ui/day-choices";
import { JoinVisit } from "../joining/ui/join-visit";
import { TherapistLate } from "../joining/ui/therapist-late";
import { strings } from "../strings";
import { AboutVisit, WhatToHaveReady } from "./about-visit";
import { CalendarButtons } from "./calendar-buttons";
import { HelperLine } from "./helper-line";
import { lastVisitLine } from "./last-visit-line";
import { MoveOrCancel } from "./move-or-cancel";
import { TextsSwitch } from "./texts-switch";
import { stateOf, VisitCard } from "./visit-card";

/** The page's heading and title. */
export const headingOf = ({ visit, absence }: Pick<MyVisit, "visit" | "absence">) =>
  visit ? strings.visitTitle[stateOf(visit)] : strings.absenceTitle[absence];

export function MyVisitView({ page }: { page: MyVisit }) {
  const { visit, day, pageToken, byQuery } = page;
  if (!visit) return <NoVisit page={page} />;
  const isNear = day?.mayRunLate || visit.late_minutes !== null || visit.call_me;
  const hasBegun = day?.join.state === "running";
  const choices = day?.mayAsk && <DayChoices {...{ visit, day, pageToken }} />;
  return (
    <VisitCard visit={visit} news={page.news} isCall={visit.call_me}>
      {visit.patient_confirmed && !visit.over && !byQuery && <p>{strings.patientConfirmed}</p>}
      {!visit.over && <TherapistLate visit={visit} />}
      {visit.call_me && choices}
      {day && !visit.over && <JoinVisit visit={visit} day={day} reminds={page.news === "message"} />}
      {isNear && !visit.call_me && choices}
      {visit.interpreter && visit.interpreter_arranged && !visit.over && (
        <p>{fill(strings.interpreter, { language: interpreterLanguage(visit.interpreter) })}</p>
      )}
      <OpenOffer earlier={page.earlier} />
      {page.calendar && !visit.over && <CalendarButtons {...page.calendar} />}
      {byQuery && (
        <p>
          {`${strings.changeBooked} `}
          <CompanyPhone />.
        </p>
      )}
      {!byQuery && !visit.over && !hasBegun && (
        <MoveOrCancel mayChange={page.mayChange} hours={page.changeHours} />
      )}
      {page.mayChange && <EarlierLine earlier={page.earlier} />}
      <AboutVisit patient={page.order?.patient ?? null} isCall={visit.call_me} />
      {!visit.over && <WhatToHaveReady about={page.order?.about ?? null} isCall={visit.call_me} />}
      {!isNear && choices}
      {page.texts !== null && <TextsSwitch on={page.texts} pageToken={pageToken} />}
      <HelperLine {...page} />
      {!byQuery && <TrackLink />}
    </VisitCard>
  );
}

const interpreterLanguage = (name: string) => (name === "ASL" ? strings.asl : translatedLanguage(name));

function NoVisit({ page }: { page: MyVisit }) {
  const { absence, last } = page;
  const isEnded = absence === "held" || absence === "closed";
  return (
    <section className="panel">
      {last && !isEnded && <p>{lastVisitLine(last)}</p>}
      <p>
        {strings.absenceNext[absence]}
        {isEnded && (
          <>
            {" "}
            <CompanyPhone />.
          </>
        )}
      </p>
      {!isEnded && (
        <ButtonLink size="wide" href="/schedule">
          {strings.chooseTime}
        </ButtonLink>
      )}
      {!isEnded && <HelperLine {...page} />}
      <TrackLink />
    </section>
  );
}

const TrackLink = () => (
  <p>
    <a className="tall" href="/track">
      {strings.track}
    </a>
  </p>
);
