import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findAvailability } from "~/availability/availability.server";
import { availabilityFlash } from "~/availability/flash";
import { listDaysOff } from "~/availability/rules/days-off.server";
import { AvailabilityCard } from "~/availability/ui/availability-card";
import { AvailabilityPages } from "~/availability/ui/availability-pages";
import { DaysOffNote } from "~/availability/ui/days-off-note";
import { SlotsList } from "~/availability/ui/slots-list";
import type { FormProblem } from "~/core/form-problem";
import { formatClock, formatDay, localDate, zoneOrUtc } from "~/core/time";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { PatientOfVisit } from "~/visits/ui/patient";
import { isCalendarStale } from "../../calendars/busy-warnings.server";
import { StaleNotice } from "../../calendars/ui/stale-notice";
import { ProfileForm } from "../ui/profile-form";
import { ProfilePager } from "../ui/profile-pager";
import { linkRequired, profileFlash, profileResults } from "../ui/profile-strings";
import { ProfileVisits } from "../ui/profile-visits";
import { changeProfile } from "./change-profile.server";
import { findProfile, type ProfileList, type ProfileListName } from "./find-profile.server";
import { ChangeProfile, type ProfileAction, ShowProfile } from "./profile-schema";

export const handle = { look: "staff", scripts: ["copy", "sheet", "availability"] };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.therapist.name ?? "Therapist"} – Firstnight` },
];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ShowProfile }, async ({ app, who, input }) => {
    const profile = await findProfile(app.reads, input);
    const { pathname, search } = new URL(args.request.url);
    return {
      staff: who,
      ...profile,
      now: app.clock.now(),
      stale: await isCalendarStale(app.reads, app, profile.therapist.id),
      here: pathname + search,
      daysOff: await listDaysOff(app.reads, profile.therapist, app.clock.now()),
      availability: await findAvailability(app, profile.therapist, {
        slots: input.slots,
        message: await takeFlash(args, availabilityFlash),
      }),
      toast: await takeFlash(args, profileFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: ChangeProfile }, async ({ app, who, input }) => {
    const { pathname, search } = new URL(args.request.url);
    const flash = await changeProfile(app, who, input);
    return redirectWithFlash<typeof profileFlash>(args, pathname + search, flash);
  });

/** Returns which action failed, followed by the reason. */
function messageOf({ message, typed }: FormProblem): string {
  if (message === linkRequired) return message;
  const failed = profileResults[typed.act as ProfileAction]?.failed;
  return failed ? `${failed} ${message}` : message;
}

export default function TherapistProfile() {
  const { staff, therapist, stale, companies, lists, here, now, daysOff, availability, toast } =
    useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const actions = { here, meetingLink: therapist.zoom_link, problem, now };
  return (
    <StaffShell
      title={therapist.name}
      here="/calendars"
      toast={toast}
      actions={
        <ButtonLink href="/calendars" look="quiet" size="small">
          Back to the calendar
        </ButtonLink>
      }
    >
      <div data-sheet="">
        <h2 className="sheet-name">{therapist.name}</h2>
        <div className="profile">
          {problem && <Notice tone="bad">{messageOf(problem)}</Notice>}
          <p className="buttons">
            <span>Out for a day?</span>
            <ButtonLink href={`/therapists/${therapist.id}/out`} look="quiet" size="small">
              Reassign that day's visits
            </ButtonLink>
            <ButtonLink href={`/therapists/${therapist.id}/calendars`} look="quiet" size="small">
              Calendars
            </ButtonLink>
          </p>
          <StaleNotice therapist={therapist} stale={stale} />
          <DaysOffNote therapistId={therapist.id} daysOff={daysOff} />
          <ProfileVisits
            {...actions}
            name="confirmed"
            title="Appointments"
            empty="No confirmed appointments."
            list={lists.confirmed}
          />
          <ProfileVisits
            {...actions}
            name="submitted"
            title="Submitted Appointments"
            empty="No submitted appointments."
            list={lists.submitted}
          />
          <AvailabilityPages therapistId={therapist.id} />
          <AvailabilityCard availability={availability} back={here} />
          <SlotsList availability={availability} back={here} />
          <ProfileForm
            therapist={therapist}
            companies={companies}
            here={here}
            problem={problem}
            canEditSettings={staff.roles.includes("admin")}
          />
          <PastVisits name="completed" title="Completed" list={lists.completed} here={here} />
          <PastVisits name="cancelled" title="Cancelled" list={lists.cancelled} here={here} />
        </div>
      </div>
    </StaffShell>
  );
}

interface PastVisitsProps {
  name: ProfileListName;
  title: string;
  list: ProfileList;
  here: string;
}

export function PastVisits({ name, title, list, here }: PastVisitsProps) {
  return (
    <section className="stack" aria-labelledby={`profile-${name}`}>
      <h2 id={`profile-${name}`}>{title}</h2>
      <Table
        caption={`${title} appointments`}
        rows={list.visits}
        rowKey={(visit) => visit.id}
        empty="None yet."
        columns={[
          {
            key: "date",
            head: "Date",
            align: "when",
            cell: ({ start_at, timezone }) => {
              const zone = zoneOrUtc(timezone);
              return `${formatDay(start_at, zone)}, ${localDate(start_at, zone).slice(0, 4)}, ${formatClock(start_at, zone)}`;
            },
          },
          {
            key: "patient",
            head: "Patient ID",
            align: "name",
            cell: (visit) => <PatientOfVisit visit={visit} />,
          },
          { key: "db", head: "Database", align: "id", cell: (visit) => visit.brightree_db },
        ]}
      />
      <ProfilePager name={name} title={title} list={list} here={here} />
    </section>
  );
}
