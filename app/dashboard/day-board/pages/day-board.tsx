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
import { StaffShell } from "~/ui/shells/staff-shell";
import { countOutcomes } from "~/visits/bulk/bulk-strings";
import type { BulkChange } from "~/visits/bulk/find-bulk-change.server";
import { BulkUndo } from "~/visits/bulk/ui/bulk-undo";
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
          {change && (
            <MoveResult
              change={change}
              now={now}
              back={dayBoardHref({ ...on, day: date, change: change.id })}
            />
          )}
        </div>
        <DayBoard board={board} zone={zone} filters={on} />
      </div>
    </StaffShell>
  );
}

interface MoveResultProps {
  change: BulkChange;
  now: number;
  back: string;
}

/** The result of the last drop: what happened to the visit, or why it wasn't reassigned. */
function MoveResult({ change, now, back }: MoveResultProps) {
  const { refused } = countOutcomes(change.outcomes);
  return (
    <Notice tone={refused > 0 ? "warn" : "good"} role="status">
      {change.outcomes.map(({ id, visit, outcome, message }) => (
        <p key={id}>
          <b>{`Patient ${visit.patient_id}:`}</b>{" "}
          {outcome === "refused" ? `Not reassigned. ${message ?? ""}` : message}
        </p>
      ))}
      <BulkUndo change={change} now={now} back={back} />
    </Notice>
  );
}
