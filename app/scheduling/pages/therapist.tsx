import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/as-staff";
import { localDate } from "~/core/time";
import { allStaff } from "~/core/who";
import { takeWord } from "~/http/answer/flash.server";
import { read } from "~/http/page.server";
import { findAvailability } from "~/scheduling/availability/availability.server";
import { VisitSheet } from "~/scheduling/ui/visit/visit-sheet";
import { PendingCard } from "~/scheduling/ui/week/pending-card";
import weekCss from "~/scheduling/ui/week/week.css";
import { WeekAvailability } from "~/scheduling/ui/week/week-availability";
import { WeekCalendar } from "~/scheduling/ui/week/week-calendar";
import { WeekTiles } from "~/scheduling/ui/week/week-tiles";
import { findVisitSheet } from "~/scheduling/week/find-visit-sheet.server";
import { findWeek } from "~/scheduling/week/find-week.server";
import { weekHref } from "~/scheduling/week/week";
import { AskWeek } from "~/scheduling/week/week-schema";
import calendarCss from "~/ui/calendar/calendar.css";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

export const handle = { look: "staff", scripts: ["therapist", "availability"] };
export const links: LinksFunction = () => [calendarCss, weekCss].map((href) => ({ rel: "stylesheet", href }));
export const meta = () => [{ title: "Weekly Calendar – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: allStaff, input: AskWeek }, async ({ app, who, input }) => {
    const staff = asStaff(who);
    const [week, sheet] = await Promise.all([
      findWeek(app, staff, input),
      input.visit ? findVisitSheet(app, who, { visit: input.visit, details: Boolean(input.details) }) : null,
    ]);
    const word = takeWord(args);
    const availability = week && (await findAvailability(app, week.therapist, { slots: input.slots, word }));
    return { staff, asked: input, week, sheet, availability, said: availability?.said ? null : word };
  });
}

export default function TherapistPage() {
  const { staff, asked, week, sheet, availability, said } = useLoaderData<typeof loader>();
  const here = week ? weekHref(asked, week.date) : "";
  const own = week?.therapist.id === staff.therapistId;
  return (
    <StaffShell
      title={week?.therapist.name ?? "Therapist"}
      under="Weekly Calendar"
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, "/therapist")}
      toast={said}
      over={sheet && week && <VisitSheet sheet={sheet} here={here} />}
      overOpen={sheet !== null}
      leaves
      actions={
        <>
          <ButtonLink
            href={own || !week ? "/new-appointment" : `/new-appointment?therapist=${week.therapist.id}`}
          >
            + New Appointment
          </ButtonLink>
          {week && (
            <ButtonLink
              href={own ? "/therapist/day" : `/therapist/day?therapist=${week.therapist.id}`}
              look="quiet"
            >
              Day sheet
            </ButtonLink>
          )}
          <form method="post" action="/logout" data-leave="">
            <Button look="quiet">Log out</Button>
          </form>
        </>
      }
    >
      {week ? (
        <>
          <WeekTiles visits={week.visits} />
          <PendingCard visits={week.pending} zone={week.zone} back={here} />
          <WeekCalendar week={week} asked={asked} today={localDate(week.now, week.zone)} />
          {availability && (
            <WeekAvailability
              availability={availability}
              back={here}
              open={asked.slots !== undefined || availability.said !== null}
            />
          )}
        </>
      ) : (
        <Notice tone="bad">No therapist record for your email. Contact an administrator.</Notice>
      )}
    </StaffShell>
  );
}
