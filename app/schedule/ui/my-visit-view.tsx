import { PatientPlanPanel } from "~/check-ins/ui/patient-plan";
import { currentLanguage } from "~/core/language/current-language";
import { translatedLanguage } from "~/core/language/spoken-language";
import { fill } from "~/core/language/strings";
import { WhereEquipmentIs } from "~/equipment/ui/where-equipment-is";
import { needsLink } from "~/kinds/kind-schema";
import { patientStrings } from "~/messages/strings";
import { EarlierLine, OpenOffer } from "~/offers/ui/earlier-line";
import { WaitLink } from "~/offers/ui/wait-link";
import { CompanyPhone } from "~/ui/company-phone";
import { Button, ButtonLink } from "~/ui/components/button";
import { WrittenPhone } from "~/ui/components/phone-link";
import { listMissing } from "~/visits/questions/questionnaire";
import { strings as questionStrings } from "~/visits/questions/strings";
import { QuestionsForm } from "~/visits/questions/ui/questions-form";
import type { Visit } from "~/visits/visit";
import { kindName } from "~/visits/visit-times";
import type { MyVisit } from "../find-my-visit.server";
import { DayChoices } from "../joining/ui/day-choices";
import { JoinVisit } from "../joining/ui/join-visit";
import { TherapistLate } from "../joining/ui/therapist-late";
import { strings } from "../strings";
import { AboutVisit, WhatToHaveReady } from "./about-visit";
import { ArrivalChoices } from "./arrival-choices";
import { kindLine } from "./kind-choice";
import { ChangeMenu } from "./move-or-cancel";
import { OfflineStatus } from "./offline-status";
import { stateOf, VisitCard } from "./visit-card";
import { lastVisitLine } from "./visit-lines";

export const headingOf = ({ visit, absence }: Pick<MyVisit, "visit" | "absence">) =>
  visit ? strings.visitTitle[stateOf(visit)] : strings.absenceTitle[absence];

export const MyVisitView = ({ page }: { page: MyVisit }) => (
  <>
    {!page.byQuery && <OfflineStatus now={page.now} />}
    {page.visit ? <VisitView page={page} visit={page.visit} /> : <NoVisit page={page} />}
    {page.plan && <PatientPlanPanel plan={page.plan} />}
    {page.questions && (
      <details className="panel questions-panel" open={listMissing(page.questions).length > 0}>
        <summary>{questionStrings.title}</summary>
        <QuestionsForm page={page.questions} pageToken={page.pageToken} />
      </details>
    )}
  </>
);

function VisitView({ page, visit }: { page: MyVisit; visit: NonNullable<MyVisit["visit"]> }) {
  const { day, pageToken, byQuery } = page;
  const isNear = day?.mayRunLate || visit.late_minutes !== null || visit.call_me;
  const hasBegun = day?.join.state === "running" || day?.join.state === "ended";
  const choices = day?.mayAsk && <DayChoices visit={visit} day={day} pageToken={pageToken} />;
  const hasWish = page.earlier?.wish?.wanted === true;
  const isJoined = visit.status === "confirmed" && visit.meeting_link !== null && !visit.call_me;
  return (
    <VisitCard
      visit={visit}
      news={page.news}
      isCall={visit.call_me || !needsLink(visit)}
      asks={page.arrival !== null}
    >
      {visit.patient_confirmed && !visit.over && !byQuery && <p>{strings.patientConfirmed}</p>}
      {!visit.over && <TherapistLate visit={visit} />}
      {visit.call_me && choices}
      {!visit.over && <WhereVisit visit={visit} />}
      {day && !visit.over && <JoinVisit visit={visit} day={day} reminds={page.news === "message"} />}
      {isNear && !visit.call_me && choices}
      {visit.interpreter && visit.interpreter_arranged && !visit.over && (
        <p>{fill(strings.interpreter, { language: interpreterLanguage(visit.interpreter) })}</p>
      )}
      {!visit.over && <WhereEquipmentIs equipment={page.order?.equipment ?? null} now={page.now} />}
      <ArrivalChoices page={page} visit={visit} />
      <OpenOffer earlier={page.earlier} />
      {page.calendar && !visit.over && (
        <CalendarButtons {...page.calendar} isMain={!isJoined && page.arrival === null} />
      )}
      {byQuery && (
        <p>
          {`${strings.changeBooked} `}
          <CompanyPhone />.
        </p>
      )}
      {!byQuery && !visit.over && !hasBegun && (
        <ChangeMenu mayChange={page.mayChange} hours={page.changeHours}>
          {(page.mayChange || (!isNear && choices)) && (
            <>
              {page.mayChange && !hasWish && <EarlierLine earlier={page.earlier} />}
              {!isNear && choices}
            </>
          )}
        </ChangeMenu>
      )}
      {!byQuery && !visit.over && hasBegun && (
        <p>
          {`${strings.cantMakeIt} `}
          <CompanyPhone />.
        </p>
      )}
      {page.mayChange && hasWish && <EarlierLine earlier={page.earlier} />}
      <AboutVisit
        patient={page.order?.patient ?? null}
        isCall={visit.call_me}
        kind={visit.isUsual ? undefined : kindLineOf(visit)}
      />
      {!visit.over && (
        <WhatToHaveReady
          about={page.order?.about ?? null}
          isCall={visit.call_me}
          mode={visit.mode}
          ofKind={visit.ready?.[currentLanguage()] ?? visit.ready?.en ?? null}
        />
      )}
      {page.texts !== null && <TextsSwitch on={page.texts} pageToken={pageToken} />}
      <HelperLine {...page} />
      {!byQuery && <TrackLink />}
    </VisitCard>
  );
}

const kindLineOf = (visit: Visit) =>
  kindLine({
    name: kindName(visit),
    mode: visit.mode,
    place: visit.place,
    length: visit.end_at - visit.start_at,
  });

/** The address of a visit in person, with a map and directions. Empty for other visits. */
function WhereVisit({ visit }: { visit: Visit }) {
  const { place, mode, therapist } = visit;
  if (mode === "home")
    return <p>{fill(strings.kinds.atHome, { therapist: therapist || strings.yourTherapist })}</p>;
  if (!place) return null;
  const { name, address, phone, directions, latitude, longitude } = place;
  const map =
    latitude !== null && longitude !== null
      ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
      : `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
  const text = directions[currentLanguage()] ?? directions.en;
  return (
    <div className="stack">
      <p>
        {`${fill(strings.kinds.arrive, { place: name, address })} `}
        <a className="tall" href={map} rel="noreferrer">
          {strings.kinds.map}
        </a>
      </p>
      {phone && (
        <p>
          <WrittenPhone number={phone} />
        </p>
      )}
      {text && <p className="directions">{text}</p>}
    </div>
  );
}

const interpreterLanguage = (name: string) => (name === "ASL" ? strings.asl : translatedLanguage(name));

function NoVisit({ page }: { page: MyVisit }) {
  const { absence, last } = page;
  const isEnded = absence === "held" || absence === "closed";
  return (
    <section className="panel">
      {last && !isEnded && <p>{lastVisitLine(last)}</p>}
      {!isEnded && <WhereEquipmentIs equipment={page.order?.equipment ?? null} now={page.now} />}
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
      {!isEnded && <WaitLink wait={page.wait} />}
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

/** Shows the helper's name, or the patient's name if the viewer is the helper. Empty in query sessions. */
function HelperLine({ helper, helps, byQuery }: Pick<MyVisit, "helper" | "helps" | "byQuery">) {
  if (byQuery) return null;
  if (helps) return <p className="soft">{strings.helper.youHelp}</p>;
  return (
    <p>
      {helper && `${fill(strings.helper.named, { helper })} `}
      <a className="tall" href="/my-visit/helper">
        {helper ? strings.helper.change : strings.helper.title}
      </a>
    </p>
  );
}

/** The button's label is stored as the consent wording. */
function TextsSwitch({ on, pageToken }: { on: boolean; pageToken: string }) {
  return (
    <form method="post" action="/my-visit" className="stack texts-switch">
      <p>{on ? strings.textsOn : strings.textsOff}</p>
      <input type="hidden" name="on" value={String(!on)} />
      <input type="hidden" name="page_token" value={pageToken} />
      <Button look="plain" size="wide">
        {on ? patientStrings.switchOff : patientStrings.switchOn}
      </Button>
    </form>
  );
}

interface CalendarButtonsProps {
  google: string;
  outlook: string;
  /** True if adding the visit to a calendar is the page's main action. */
  isMain: boolean;
}

function CalendarButtons({ google, outlook, isMain }: CalendarButtonsProps) {
  return (
    <div>
      <ButtonLink look={isMain ? "main" : "quiet"} size="wide" href="/my-visit.ics">
        {strings.addToCalendar}
      </ButtonLink>
      <p className="links">
        <a href={google} rel="noreferrer">
          {strings.googleCalendar}
        </a>
        <a href={outlook} rel="noreferrer">
          {strings.outlookCalendar}
        </a>
      </p>
    </div>
  );
}
