import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { plural } from "~/core/plural";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { setFlash, takeFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Problem, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { changeConnections } from "../change-connections.server";
import { ChangeConnections } from "../connections-schema";
import { BusyCard } from "../ui/busy-card";
import { FeedCard } from "../ui/feed-card";
import { findConnections } from "./find-connections.server";

export const handle = { look: "staff", scripts: ["copy", "date-time"] };
export const meta = () => [{ title: "Connected calendars – Firstnight" }];

const toasts: Record<string, string> = {
  "feed-created": "Link created",
  "feed-replaced": "Link replaced. The old one no longer works.",
  "feed-revoked": "Link revoked",
  "calendar-removed": "Calendar removed. It no longer blocks any times.",
};

function toastOf(flash: string | null): string | null {
  const [, events, busy] = /^calendar-read\.(\d+)\.(\d+)$/.exec(flash ?? "") ?? [];
  if (events)
    return `Read ${plural(Number(events), "event")}, ${plural(Number(busy), "busy time")} in the next 180 days.`;
  return (flash && toasts[flash]) || null;
}

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: z.object({ id: recordId }) }, async ({ app, who, input }) => {
    const flash = takeFlash(args);
    return {
      staff: who,
      ...(await findConnections(app, who, input.id)),
      staleMinutes: app.config.calendarStaleMinutes,
      toast: toastOf(flash),
      cannotBeRead: flash === "calendar-unread",
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ChangeConnections }, async ({ app, who, input }) => {
    setFlash(args, await changeConnections(app, who, input, args.context.gone));
    return redirect(`/therapists/${input.id}/calendars`, 303);
  });

export default function ConnectedCalendars() {
  const { staff, therapist, calendars, feed, showsNames, staleMinutes, toast, cannotBeRead } =
    useLoaderData<typeof loader>();
  const problem = useProblem();
  const own = staff.therapistId === therapist.id;
  return (
    <StaffShell
      title={`Connected calendars: ${therapist.name}`}
      here={own ? "/therapist" : "/calendars"}
      toast={toast}
      actions={
        <ButtonLink href={own ? "/therapist" : `/therapists/${therapist.id}`} look="quiet" size="small">
          {own ? "Back to the calendar" : `Back to ${therapist.name}`}
        </ButtonLink>
      }
    >
      {/* A form that adds a calendar shows its problem itself. */}
      {problem && problem.typed.act !== "add-calendar" && <Problem />}
      {cannotBeRead && <Notice tone="bad">The calendar couldn't be read. See the reason below.</Notice>}
      <FeedCard url={feed} showsNames={showsNames} />
      <BusyCard calendars={calendars} staleMinutes={staleMinutes} zone={therapist.zone} />
    </StaffShell>
  );
}
