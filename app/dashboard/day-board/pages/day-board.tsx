import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addDays, formatDay, startOfDay } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { Button, QuietLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { FilterFold } from "~/ui/components/filter-fold";
import { Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import type { Toast } from "~/ui/components/toast";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { BulkChange } from "~/visits/bulk/find-bulk-change.server";
import { undoableChange } from "~/visits/bulk/ui/undoable-change";
import closeOutCss from "~/visits/ui/close-out.css";
import { calendarsHref } from "../../calendars/calendars-query";
import { strings } from "../../strings";
import { ActiveFilters, Dropdown } from "../../ui/lists/filter-form";
import { PeriodHead } from "../../ui/period-head";
import { dayBoardHref, ReassignOnBoard, ShowDayBoard } from "../day-board-schema";
import { findDayBoard } from "../find-day-board.server";
import { reassignOnBoard } from "../reassign-on-board.server";
import { DayBoard } from "../ui/day-board";
import dayBoardCss from "../ui/day-board.css";

export const handle = { look: "staff", scripts: ["day-board", "sheet", "date-time", "live"] };
export const links: LinksFunction = () =>
  [closeOutCss, dayBoardCss].map((href) => ({ rel: "stylesheet", href }));
export const meta = () => [{ title: `${strings.dayBoard} – Firstnight` }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowDayBoard }, async ({ app, who, input }) => {
    const zone = zoneForStaff(args.request);
    return { query: input, zone, board: await findDayBoard(app, who, input, zone) };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: ReassignOnBoard }, async ({ app, who, input }) => {
    const { slot, ...place } = input;
    return redirect(dayBoardHref({ ...place, change: await reassignOnBoard(app, who, slot) }), 303);
  });

export default function DayBoardPage() {
  const { query, zone, board } = useLoaderData<typeof loader>();
  const { date, today, now, choices, change } = board;
  const { search, region, company } = query;
  const on = { search, region, company };
  const title = formatDay(startOfDay(date, "UTC"), "UTC");
  return (
    <StaffShell
      title={strings.dayBoard}
      here="/calendars"
      toast={change && toastOf(change, now, dayBoardHref({ ...on, day: date, change: change.id }))}
      actions={
        <QuietLink href={calendarsHref({ region, company, month: date.slice(0, 7) })}>
          Setup Calendar
        </QuietLink>
      }
    >
      <div className="filter-line">
        <search>
          <form action="/calendars/day-board" className="toolbar filters">
            <Field
              name="search"
              type="search"
              label="Search"
              placeholder="therapist"
              maxLength={100}
              value={search ?? ""}
            />
            <FilterFold count={[query.day, region, company].filter(Boolean).length}>
              <Field name="day" type="date" label="Day" value={date} />
              <Dropdown name="region" label="Region" value={region} options={choices.regions} />
              <Dropdown name="company" label="Company" value={company} options={choices.companies} />
              <p className="buttons">
                <Button look="quiet">{strings.show}</Button>
              </p>
            </FilterFold>
          </form>
        </search>
        <ActiveFilters
          labels={{
            search: search && `Therapist: ${search}`,
            region: region && `Region: ${region}`,
            company: company && `Company: ${company}`,
          }}
          hrefWithout={(name) => dayBoardHref({ day: query.day, ...on, [name]: undefined })}
          clearHref={dayBoardHref({ day: query.day })}
        />
      </div>
      <Problem />
      <div className="stack board-page">
        <PeriodHead
          id="day-title"
          title={date === today ? `${title} (today)` : title}
          links={[
            ["Previous day", dayBoardHref({ ...on, day: addDays(date, -1) })],
            ["Today", dayBoardHref(on)],
            ["Next day", dayBoardHref({ ...on, day: addDays(date, 1) })],
          ]}
        />
        <div id="moved" data-live="">
          {change && <Refusals change={change} />}
        </div>
        <DayBoard board={board} zone={zone} filters={on} />
      </div>
    </StaffShell>
  );
}

/** Why the last drop didn't reassign the visit. */
function Refusals({ change }: { change: BulkChange }) {
  const refused = change.outcomes.filter(({ outcome }) => outcome === "refused");
  if (refused.length === 0) return null;
  return (
    <Notice tone="warn" role="status">
      {refused.map(({ id, visit, message }) => (
        <p key={id}>
          <b>{`Patient ${visit.patient_id}:`}</b> {`Not reassigned. ${message ?? ""}`}
        </p>
      ))}
    </Notice>
  );
}

/** The result of the last drop or its undo. Null once the patient was notified. */
function toastOf(change: BulkChange, now: number, back: string): Toast | null {
  const results = change.outcomes
    .filter(({ outcome }) => outcome !== "refused")
    .map(({ visit, message }) => `Patient ${visit.patient_id}: ${message ?? ""}`)
    .join(" ");
  const undoable = undoableChange(change, now);
  if (undoable) return { ...undoable, text: `${results} ${undoable.text}`, back, inPlace: true };
  return change.outcomes.every(({ outcome }) => outcome === "undone") ? results : null;
}
