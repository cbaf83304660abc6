import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { day, formatWhen } from "~/core/time";
import { allStaff, isSupervisor } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { ClassesPage } from "../class-schema";
import { listClassKinds } from "../class-times.server";
import { listClasses } from "../classes.server";
import { classFlash } from "../flash";
import { seatsTaken } from "../ui/class-facts";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Classes – Firstnight" }];

const [daysBack, daysAhead] = [90, 400];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: ClassesPage }, async ({ app, who, input }) => {
    const now = app.clock.now();
    const isPast = input.when === "past";
    const found = await listClasses(app.reads, {
      therapistId: isSupervisor(who) ? undefined : (who.therapistId ?? 0),
      from: isPast ? now - daysBack * day : now - day / 2,
      to: isPast ? now - day / 2 : now + daysAhead * day,
      withCanceled: isPast,
    });
    return {
      isPast,
      classes: isPast ? found.reverse() : found,
      canSchedule: (await listClassKinds(app.reads, who)).length > 0,
      message: await takeFlash(args, classFlash),
    };
  });

export default function Classes() {
  const { isPast, classes, canSchedule, message } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title="Classes"
      here="/classes"
      toast={message}
      actions={canSchedule && <ButtonLink href="/classes/new">Schedule a class</ButtonLink>}
    >
      <p>
        {isPast ? (
          <a href="/classes">Upcoming classes</a>
        ) : (
          <a href="/classes?when=past">Classes of the last 90 days</a>
        )}
      </p>
      {!canSchedule && (
        <p className="soft">
          There is no kind of visit for classes that you can lead. An admin can add one under Company.
        </p>
      )}
      <Table
        caption={isPast ? "Past classes" : "Upcoming classes"}
        rows={classes}
        rowKey={(session) => session.id}
        empty={isPast ? "No classes in the last 90 days" : "No classes scheduled"}
        stacks
        columns={[
          {
            head: "Time",
            align: "when",
            cell: (session) => (
              <a href={`/classes/${session.id}`}>{formatWhen(session.start_at, session.zone)}</a>
            ),
          },
          { head: "Class", align: "name", cell: (session) => session.kind },
          { head: "Therapist", align: "name", cell: (session) => session.therapist },
          { head: "Place", align: "name", cell: (session) => session.place ?? "Video" },
          {
            head: "Seats taken",
            cell: (session) => (session.status === "cancelled" ? "Canceled" : seatsTaken(session)),
          },
        ]}
      />
    </StaffShell>
  );
}
