import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findAvailability } from "~/availability/availability.server";
import { AvailabilityCard } from "~/availability/ui/availability-card";
import { AvailabilityPages } from "~/availability/ui/availability-pages";
import { SlotsList } from "~/availability/ui/slots-list";
import type { Problem } from "~/core/form-problem";
import { asStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { read, submit } from "~/http/page.server";
import { leaveWord, takeWord } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { areaOf, navFor } from "~/ui/shells/staff-nav";
import { StaffShell } from "~/ui/shells/staff-shell";
import { changeRecord } from "../profile/change-profile.server";
import { findRecord } from "../profile/find-profile.server";
import { RecordForm } from "../profile/profile-form";
import { RecordOver } from "../profile/profile-over";
import { ChangeRecord, type RecordAct, ShowRecord } from "../profile/profile-schema";
import { linkRequired, recordSaid, saidByRecord } from "../profile/profile-strings";
import { RecordVisits } from "../profile/profile-visits";

export const handle = { look: "staff", scripts: ["availability"] };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.therapist.name ?? "Therapist"} – Firstnight` },
];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: ShowRecord }, async ({ app, who, input }) => {
    const record = await findRecord(app.reads, input);
    const word = takeWord(args);
    const { pathname, search } = new URL(args.request.url);
    return {
      staff: asStaff(who),
      ...record,
      now: app.clock.now(),
      here: pathname + search,
      availability: await findAvailability(app, record.therapist, { slots: input.slots, word }),
      said: saidByRecord(word),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: supervisors, input: ChangeRecord }, async ({ app, who, input }) => {
    leaveWord(args, await changeRecord(app, who, input));
    const { pathname, search } = new URL(args.request.url);
    return redirect(pathname + search, 303);
  });
}

/** What went wrong, as part 2 words it, and why. */
function sentenceOf({ message, typed }: Problem): string {
  if (message === linkRequired) return message;
  const failed = recordSaid[typed.act as RecordAct]?.failed;
  return failed ? `${failed} ${message}` : message;
}

export default function TherapistRecord() {
  const { staff, therapist, companies, lists, here, now, availability, said } =
    useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const acts = { here, meetingLink: therapist.zoom_link, problem, now };
  return (
    <StaffShell
      title={therapist.name}
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, "/calendars")}
      toast={said}
      actions={
        <ButtonLink href="/calendars" look="quiet" size="small">
          Back to the calendar
        </ButtonLink>
      }
    >
      <div data-sheet="">
        <h2 className="sheet-name">{therapist.name}</h2>
        <div className="record">
          {problem && <Notice tone="bad">{sentenceOf(problem)}</Notice>}
          <p>
            <a href={`/therapists/${therapist.id}/out`}>Out for a day?</a>{" "}
            <span className="soft">Find new homes for the visits of that day.</span>
          </p>
          <RecordVisits
            name="confirmed"
            title="Appointments"
            empty="No confirmed appointments."
            list={lists.confirmed}
            {...acts}
          />
          <RecordVisits
            name="submitted"
            title="Submitted Appointments"
            empty="No submitted appointments."
            list={lists.submitted}
            {...acts}
          />
          <AvailabilityPages therapistId={therapist.id} />
          <AvailabilityCard availability={availability} back={here} />
          <SlotsList availability={availability} back={here} />
          <RecordForm
            {...{ therapist, companies, here, problem }}
            changesRest={staff.roles.includes("admin")}
          />
          <RecordOver name="completed" title="Completed" list={lists.completed} here={here} />
          <RecordOver name="cancelled" title="Cancelled" list={lists.cancelled} here={here} />
        </div>
      </div>
    </StaffShell>
  );
}
