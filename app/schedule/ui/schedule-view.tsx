import type { ReactNode } from "react";
import type { FormProblem } from "~/core/form-problem";
import { CompanyPhone } from "~/ui/company-phone";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import type { SchedulePage } from "../find-schedule-page.server";
import { strings } from "../strings";
import { WhatToHaveReady } from "./about-visit";
import { ConfirmDialog } from "./confirm-dialog";
import { Filters } from "./filters";
import { MonthCalendar } from "./month-calendar";
import { Openings } from "./openings";
import { scheduleHref } from "./schedule-href";

interface ScheduleViewProps {
  base: string;
  title: string;
  page: SchedulePage;
  problem: FormProblem | undefined;
  children?: ReactNode;
}

export function ScheduleView({ base, title, page, problem, children }: ScheduleViewProps) {
  const { schedule, choice, mode, patient } = page;
  if (!schedule) {
    return (
      <PatientShell signedIn>
        <h1>{title}</h1>
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        {children}
        {page.closed && (
          <p>
            {`${strings.absenceTitle.closed}. ${strings.absenceNext.closed} `}
            <CompanyPhone />.
          </p>
        )}
        {!page.closed && (mode === "book" || page.mayChange) && (
          <>
            <Notice tone="bad">
              <p>{strings.loadFailed}</p>
              <p>{strings.loadFailedNext}</p>
            </Notice>
            <ButtonLink size="wide" href={base}>
              {strings.tryAgain}
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
          mode={mode}
          choice={choice}
          clock={schedule.zone}
          problem={problem}
          action={scheduleHref(mode === "move" ? "/my-visit/move" : "/schedule", filters, picked)}
          back={scheduleHref(base, filters)}
          idempotencyKey={page.idempotencyKey}
          pageToken={page.pageToken}
          patient={page.name}
        />
      }
    >
      <h1>{title}</h1>
      {problem && !choice && <Notice tone="bad">{problem.message}</Notice>}
      {children}
      <div className="load-status unseen" role="status" id="load-status" />
      <div
        id="schedule"
        className="schedule"
        data-patient={patient?.patient_id}
        data-db={patient?.brightree_db}
        data-zone={schedule.zone}
        data-count={schedule.list.reduce((count, { times }) => count + times.length, 0)}
      >
        <div className="schedule-left">
          <MonthCalendar base={base} schedule={schedule} />
          <Filters base={base} filters={filters} regions={schedule.regions} />
        </div>
        <div className="schedule-right" tabIndex={-1}>
          <Openings base={base} schedule={schedule} />
        </div>
      </div>
      <WhatToHaveReady about={page.about} />
    </PatientShell>
  );
}
