import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reopenDay } from "~/availability/rules/close-or-reopen-day.server";
import { weekdayList } from "~/availability/ui/weekday-names";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { findTherapist } from "~/therapists/therapists.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { bulkSummary, countOutcomes, notifiedText } from "../../bulk/bulk-strings";
import type { BulkChange } from "../../bulk/find-bulk-change.server";
import { BulkProgress } from "../../bulk/ui/bulk-progress";
import { undoableChange } from "../../bulk/ui/undoable-change";
import { ChangeAbsence, ShowAbsence } from "../absence-schema";
import { absenceFlash, absenceHref, absenceSummary, dayName } from "../absence-strings";
import { findAbsence } from "../find-absence.server";
import { reassignDay } from "../reassign-day.server";
import absenceCss from "../ui/absence.css";
import { AbsenceForm } from "../ui/absence-form";

export const handle = { look: "staff", scripts: ["bulk", "sheet", "date-time", "live"] };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: absenceCss }];
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.therapist.name ?? "Therapist"} is out – Firstnight` },
];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowAbsence }, async ({ app, who, input }) => {
    const absence = await findAbsence(app, who, input);
    return { ...absence, toast: await takeFlash(args, absenceFlash) };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: ChangeAbsence }, async ({ app, who, input }) => {
    const here = absenceHref(input.id, input.date);
    if (input.act === "reopen") {
      const therapist = await findTherapist(app.reads, input.id);
      const restored = await reopenDay(app, who, therapist, input.date);
      return redirectWithFlash<typeof absenceFlash>(args, here, ["day-reopened", input.date, restored]);
    }
    const change = await reassignDay(app, who, input);
    return redirect(change === null ? here : `${here}&change=${change}`, 303);
  });

export default function TherapistAbsence() {
  const { therapist, date, isPast, isPreviewed, closes, day, proposals, change, now, toast } =
    useLoaderData<typeof loader>();
  const undoable = change && undoableChange(change, now);
  const back = change ? `${absenceHref(therapist.id, date)}&change=${change.id}` : "";
  return (
    <StaffShell
      title={day.off || change ? `${therapist.name} is out` : `Mark ${therapist.name} as out`}
      here="/calendars"
      toast={toast}
      {...(undoable && { undos: [{ ...undoable, back }] })}
      actions={
        <ButtonLink href={`/therapists/${therapist.id}`} look="quiet" size="small">
          Back to {therapist.name}
        </ButtonLink>
      }
    >
      <form action={`/therapists/${therapist.id}/out`} className="toolbar">
        <Field name="date" type="date" label="Day" value={date} required />
        <Button look="quiet">Show day</Button>
      </form>
      <Problem />
      {change && (
        <AbsenceResult change={change} left={proposals.length} isClosed={day.off !== null} back={back} />
      )}
      {day.off && <ClosedDay therapistId={therapist.id} date={date} off={day.off} />}
      {isPast ? (
        <p className="soft">This day is in the past.</p>
      ) : (
        <AbsenceForm
          therapist={therapist}
          date={date}
          day={day}
          isPreviewed={isPreviewed}
          closes={closes}
          proposals={proposals}
          change={change}
        />
      )}
    </StaffShell>
  );
}

interface AbsenceResultProps {
  change: BulkChange;
  left: number;
  isClosed: boolean;
  back: string;
}

function AbsenceResult({ change, left, isClosed, back }: AbsenceResultProps) {
  if (change.left + change.undoLeft > 0) return <BulkProgress change={change} back={back} />;
  const counts = countOutcomes(change.outcomes);
  const { done, refused, undone } = counts;
  return (
    <Notice tone={left > 0 || undone > 0 ? "warn" : "good"} role="status">
      <p>
        <b>{absenceSummary({ done, left, undone, isClosed })}</b>
      </p>
      {(refused > 0 || (done > 0 && undone > 0)) && <p>{bulkSummary("reassign", counts)}</p>}
      {done > 0 && change.undoUntil === null && <p>{notifiedText(done)}</p>}
    </Notice>
  );
}

interface ClosedDayProps {
  therapistId: number;
  date: string;
  off: { from_date: string; to_date: string };
}

function ClosedDay({ therapistId, date, off }: ClosedDayProps) {
  const isOneDay = off.from_date === off.to_date;
  return (
    <Notice>
      <p>
        <b>{`${dayName(date)} is closed. No one can book it.`}</b>
      </p>
      {isOneDay ? (
        <form method="post" action={absenceHref(therapistId, date)}>
          <input type="hidden" name="date" value={date} />
          <Button name="act" value="reopen" look="quiet" size="small">
            Reopen this day
          </Button>
        </form>
      ) : (
        <p>
          This day is part of a longer absence, {weekdayList(off)}.{" "}
          <a href={`/therapists/${therapistId}/availability/days-off`}>Change days off</a>
        </p>
      )}
    </Notice>
  );
}
