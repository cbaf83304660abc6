import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { recordId } from "~/core/fields";
import { allStaff } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Problem, useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { type ConnectionFlash, connectionFailure, connectionFlash } from "../../flash";
import { changeConnections } from "../change-connections.server";
import { ChangeConnections } from "../connections-schema";
import { BusyCard } from "../ui/busy-card";
import { FeedCard } from "../ui/feed-card";
import { findConnections } from "./find-connections.server";

export const handle = { look: "staff", scripts: ["copy", "date-time"] };
export const meta = () => [{ title: "Connected calendars – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: z.object({ id: recordId }) }, async ({ app, who, input }) => {
    return {
      staff: who,
      ...(await findConnections(app, who, input.id)),
      staleMinutes: app.config.calendarStaleMinutes,
      toast: await takeFlash(args, connectionFlash),
      failure: await takeFlash(args, connectionFailure),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: ChangeConnections }, async ({ app, who, input }) => {
    const result = await changeConnections(app, who, input, args.context.gone);
    return redirectWithFlash<ConnectionFlash>(args, `/therapists/${input.id}/calendars`, result);
  });

export default function ConnectedCalendars() {
  const { staff, therapist, calendars, feed, showsNames, staleMinutes, toast, failure } =
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
      {failure && <Notice tone="bad">{failure}</Notice>}
      <FeedCard url={feed} showsNames={showsNames} />
      <BusyCard calendars={calendars} staleMinutes={staleMinutes} zone={therapist.zone} />
    </StaffShell>
  );
}
