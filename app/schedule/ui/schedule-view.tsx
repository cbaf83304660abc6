import type { ReactNode } from "react";
import type { FormProblem } from "~/core/form-problem";
import { strings as fieldStrings } from "~/core/strings";
import { iso } from "~/core/time";
import { WhereEquipmentIs } from "~/equipment/ui/where-equipment-is";
import { WaitLink } from "~/offers/ui/wait-link";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PageStrings } from "~/ui/components/page-strings";
import { PatientShell } from "~/ui/shells/patient-shell";
import { visitStrings } from "~/visits/strings";
import type { SchedulePage } from "../find-schedule-page.server";
import { strings } from "../strings";
import { WhatToHaveReady } from "./about-visit";
import { ConfirmDialog } from "./confirm-dialog";
import { Filters } from "./filters";
import { KindChoices, kindLine } from "./kind-choice";
import { MonthCalendar } from "./month-calendar";
import { OfflineStatus } from "./offline-status";
import { countTimes, Openings } from "./openings";
import { scheduleHref } from "./schedule-href";
import { WhereQuestion } from "./where-question";

export const textsFor = (mode: SchedulePage["mode"]) => ({
  load: strings.load,
  booking: strings.booking,
  needed: { sms_consent: visitStrings.consentNeeded, odd_hour: fieldStrings.oddHour },
  oddHour: strings.oddHour,
  otherZone: strings.otherZone,
  question: mode === "move" ? strings.booking.confirmMove : strings.booking.confirm,
  again: strings.load.again,
  done: mode === "move" ? strings.flash.moved : strings.flash.booked,
});

interface ScheduleViewProps {
  base: string;
  title: string;
  page: SchedulePage;
  problem: FormProblem | undefined;
  /** Explains that the opened link isn't the patient's own. */
  warning?: string | null;
  children?: ReactNode;
}

export function ScheduleView({ base, title, page, problem, warning, children }: ScheduleViewProps) {
  const { schedule, choice, mine, zoneQuestion } = page;
  if (zoneQuestion) {
    return (
      <PatientShell signedIn>
        {warning && <Notice role="status">{warning}</Notice>}
        <h1>{title}</h1>
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        {children}
        <WhereQuestion
          question={zoneQuestion}
          to={base}
          pageToken={page.pageToken}
          now={page.changeableFrom}
        />
      </PatientShell>
    );
  }
  if (page.kindChoices) {
    return (
      <PatientShell signedIn>
        {warning && <Notice role="status">{warning}</Notice>}
        <h1>{title}</h1>
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        {children}
        {mine && <WhereEquipmentIs equipment={page.equipment} now={mine.now} />}
        <KindChoices kinds={page.kindChoices} isGone={page.isKindGone} />
      </PatientShell>
    );
  }
  if (!schedule) {
    return (
      <PatientShell signedIn>
        {warning && <Notice role="status">{warning}</Notice>}
        <h1>{title}</h1>
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        {children}
        {page.mayChoose && (
          <>
            <Notice tone="bad" id="load-failed">
              <p>{strings.load.failed}</p>
              <p>{strings.load.failedNext}</p>
            </Notice>
            <ButtonLink size="wide" href={base}>
              {strings.load.again}
            </ButtonLink>
          </>
        )}
      </PatientShell>
    );
  }
  const { filters } = schedule;
  const picked = choice
    ? { at: new Date(choice.opening.start).toISOString(), with: choice.opening.therapistId }
    : {};
  return (
    <PatientShell
      width="wide"
      signedIn
      dialogOpen={choice !== null}
      dialog={
        <ConfirmDialog
          page={page}
          zone={schedule.zone}
          problem={problem}
          action={scheduleHref(base, filters, picked)}
          back={scheduleHref(base, filters)}
          others={scheduleHref(base, filters, choice ? { at: iso(choice.opening.start) } : {})}
        />
      }
    >
      {warning && <Notice role="status">{warning}</Notice>}
      <h1>{title}</h1>
      {mine && <OfflineStatus now={mine.now} />}
      {problem && !choice && <Notice tone="bad">{problem.message}</Notice>}
      {children}
      {page.kind && (
        <p>
          {kindLine(page.kind)}{" "}
          {page.hasOtherKinds && (
            <a className="tall" href={base}>
              {strings.kinds.other}
            </a>
          )}
        </p>
      )}
      {mine && <WhereEquipmentIs equipment={page.equipment} now={mine.now} isChoosing />}
      <div className="load-status unseen" role="status" id="load-status" />
      <div
        id="schedule"
        className="schedule"
        data-patient={mine?.order?.key.patient_id}
        data-db={mine?.order?.key.brightree_db}
        data-zone={schedule.zone}
        data-fixed-zone={page.kind?.placeZone ?? mine?.order?.visitZone ?? undefined}
        data-count={countTimes(schedule.list)}
      >
        <div className="schedule-left">
          <MonthCalendar base={base} schedule={schedule} />
          <Filters base={base} filters={filters} regions={schedule.regions} />
        </div>
        <div className="schedule-right" id="times" tabIndex={-1}>
          <Openings base={base} schedule={schedule} isZoneChosen={mine?.order?.visitZone != null} />
          {!mine?.wait?.isWaiting && (
            <WaitLink
              wait={mine?.wait ?? null}
              hasTimes={schedule.list.length > 0 || schedule.nearest !== null}
            />
          )}
        </div>
      </div>
      <WhatToHaveReady about={mine?.order?.about ?? null} mode={page.kind?.mode} />
      <PageStrings strings={textsFor(page.mode)} />
    </PatientShell>
  );
}
