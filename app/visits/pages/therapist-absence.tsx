import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { localDate, zoneOrUtc } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { setFlash, takeFlash } from "~/http/response/flash.server";
import { findTherapist } from "~/therapists/therapists.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { MoveDay, ShowAbsence } from "../absence/absence-schema";
import { moveDay } from "../absence/move-day.server";
import { proposeMoves } from "../absence/propose-moves.server";
import absenceCss from "../ui/absence.css";
import { AbsenceRow } from "../ui/absence-row";

export const handle = { look: "staff" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: absenceCss }];
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.therapist.name ?? "Therapist"} is out – Firstnight` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: supervisors, input: ShowAbsence }, async ({ app, who, input }) => {
    const therapist = await findTherapist(app.reads, input.id);
    const date = input.date ?? localDate(app.clock.now(), zoneOrUtc(therapist.timezone));
    const moved = takeFlash(args)?.match(/^visits-moved\.(\d+)$/)?.[1];
    return {
      staff: requireStaff(who),
      therapist,
      date,
      proposals: await proposeMoves(app, app.reads, therapist, date, input.slot),
      toast: moved === undefined ? null : `Visits moved: ${moved}. Everyone is notified.`,
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: supervisors, input: MoveDay }, async ({ app, who, input }) => {
    setFlash(args, `visits-moved.${await moveDay(app, who, input)}`);
    return redirect(`/therapists/${input.id}/out?date=${input.date}`, 303);
  });
}

export default function TherapistOut() {
  const { staff, therapist, date, proposals, toast } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const moving = proposals.filter(({ slot }) => slot).length;
  const here = `/therapists/${therapist.id}/out`;
  return (
    <StaffShell
      title={`${therapist.name} is out`}
      who={staff}
      here="/calendars"
      toast={toast}
      actions={
        <ButtonLink href={`/therapists/${therapist.id}`} look="quiet" size="small">
          Back to {therapist.name}
        </ButtonLink>
      }
    >
      <form action={here} className="toolbar">
        <Field name="date" type="date" label="Day" value={date} required />
        <Button look="quiet">Show day</Button>
      </form>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      {proposals.length === 0 ? (
        <p className="soft">{therapist.name} has no upcoming visits that day.</p>
      ) : (
        <form method="post" action={`${here}?date=${date}`}>
          <input type="hidden" name="date" value={date} />
          <ul className="box divided proposals">
            {proposals.map((proposal) => (
              <AbsenceRow key={proposal.visit.id} proposal={proposal} region={therapist.region} />
            ))}
          </ul>
          <p className="soft">
            All visits are moved together. The new therapists have to confirm them. Notices are sent only when
            you move the visits.
          </p>
          <p className="buttons">
            {moving > 0 && <Button>{moving === 1 ? "Move 1 visit" : `Move ${moving} visits`}</Button>}
            <Button look="quiet" formMethod="get">
              Check these choices
            </Button>
          </p>
        </form>
      )}
    </StaffShell>
  );
}
