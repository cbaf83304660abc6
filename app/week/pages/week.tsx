import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findAvailability } from "~/availability/availability.server";
import type { Availability } from "~/availability/availability-view";
import { availabilityFlash } from "~/availability/flash";
import { AvailabilityCard } from "~/availability/ui/availability-card";
import { AvailabilityPages } from "~/availability/ui/availability-pages";
import { DaysOffNote } from "~/availability/ui/days-off-note";
import { SlotsList } from "~/availability/ui/slots-list";
import { weekHref } from "~/core/calendar-href";
import { allStaff } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { StaleNotice } from "~/therapists/calendars/ui/stale-notice";
import calendarCss from "~/ui/calendar/calendar.css";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StatusTiles } from "~/ui/components/status-tiles";
import { StaffShell } from "~/ui/shells/staff-shell";
import { listUnfinished } from "~/visits/bulk/find-bulk-change.server";
import { visitFlash } from "~/visits/flash";
import { findVisitSheet } from "~/visits/sheet/pages/find-visit-sheet.server";
import { VisitSheet } from "~/visits/sheet/ui/visit-sheet";
import { CloseOut } from "~/visits/ui/close-out";
import closeOutCss from "~/visits/ui/close-out.css";
import { UnfinishedChanges } from "~/visits/ui/unfinished-changes";
import { findWeek } from "../find-week.server";
import { PendingCard } from "../ui/pending-card";
import { TodaysVisits } from "../ui/todays-visits";
import weekCss from "../ui/week.css";
import { WeekCalendar } from "../ui/week-calendar";
import { countByStatus } from "../week";
import { WeekQuery } from "../week-schema";

export const handle = { look: "staff", scripts: ["therapist", "live", "availability"] };
export const links: LinksFunction = () =>
  [calendarCss, weekCss, closeOutCss].map((href) => ({ rel: "stylesheet", href }));
export const meta = () => [{ title: "Weekly Calendar – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: WeekQuery }, async ({ app, who, input }) => {
    const [week, sheet, unfinished] = await Promise.all([
      findWeek(app, who, input),
      input.visit ? findVisitSheet(app, who, { visit: input.visit, details: Boolean(input.details) }) : null,
      listUnfinished(app.reads, who),
    ]);
    const message = await takeFlash(args, availabilityFlash);
    const availability =
      week && (await findAvailability(app, week.therapist, { slots: input.slots, message }));
    const toast = await takeFlash(args, visitFlash);
    return { staff: who, query: input, week, sheet, unfinished, availability, toast };
  });

export default function TherapistPage() {
  const { staff, query, week, sheet, unfinished, availability, toast } = useLoaderData<typeof loader>();
  const here = week ? weekHref(query, week.date) : "";
  const own = week?.therapist.id === staff.therapistId;
  return (
    <StaffShell
      title={week?.therapist.name ?? "Therapist"}
      subtitle="Weekly Calendar"
      here="/therapist"
      toast={toast}
      {...(week && { undos: week.moves.map((move) => ({ ...move, back: here })) })}
      dialog={sheet && week && <VisitSheet sheet={sheet} page={here} />}
      dialogOpen={sheet !== null}
      actions={
        <>
          <ButtonLink
            href={own || !week ? "/new-appointment" : `/new-appointment?therapist=${week.therapist.id}`}
          >
            + New Appointment
          </ButtonLink>
          <form method="post" action="/logout" data-logout="">
            <Button look="quiet">Log out</Button>
          </form>
        </>
      }
    >
      <UnfinishedChanges changes={unfinished} />
      {week ? (
        <>
          <StaleNotice therapist={week.therapist} stale={week.stale} />
          <TodaysVisits today={week.today} now={week.now} zone={week.zone} isOwn={own} back={here} />
          <div className="to-dos">
            <CloseOut visits={week.ended} back={here} isOpen={query.open === "outcomes"} />
            <PendingCard visits={week.pending} hasLinks={week.hasLinks} back={here} />
          </div>
          <WeekTiles visits={week.visits} />
          <div id="days-off" data-live="" data-of-week="">
            <DaysOffNote therapistId={week.therapist.id} daysOff={week.daysOff} />
          </div>
          <WeekCalendar week={week} query={query} today={week.today.date} isOwn={own} />
          {availability && (
            <WeekAvailability
              availability={availability}
              back={here}
              open={query.slots !== undefined || availability.message !== null}
            />
          )}
        </>
      ) : (
        <Notice tone="bad">No therapist record for your email. Contact an administrator.</Notice>
      )}
    </StaffShell>
  );
}

function WeekTiles({ visits }: { visits: readonly { status: string }[] }) {
  const counts = countByStatus(visits);
  return (
    <StatusTiles
      tiles={[
        { status: "submitted", label: "Submitted", count: counts.submitted },
        { status: "confirmed", label: "Confirmed", count: counts.confirmed },
        { status: "completed", label: "Completed", count: counts.completed },
      ]}
    />
  );
}

interface WeekAvailabilityProps {
  availability: Availability;
  back: string;
  open: boolean;
}

function WeekAvailability({ availability, back, open }: WeekAvailabilityProps) {
  const here = open ? `${back}&slots=${availability.shown}` : back;
  return (
    <details className="panel folded" open={open}>
      <summary className="no-marker">
        <h2>Availability</h2>
        <span className="fold-label when-shut">Show</span>
        <span className="fold-label when-open">Hide</span>
      </summary>
      <div className="stack">
        <AvailabilityPages therapistId={availability.therapist.id} />
        <AvailabilityCard availability={availability} back={here} />
        <SlotsList availability={availability} back={here} />
      </div>
    </details>
  );
}
