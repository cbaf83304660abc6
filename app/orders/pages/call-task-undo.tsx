import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { QuietLink } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { CallTaskId, UndoCall } from "../call-tasks/call-task-schema";
import { undoCall } from "../call-tasks/record-call.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Undo a call – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: CallTaskId }, async ({ input }) => input);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: UndoCall }, async ({ app, who, input }) => {
    await undoCall(app, who, input);
    return redirect(`/call-tasks/${input.id}`, 303);
  });

export default function UndoCallPage() {
  const { id } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Undo a call" here="/calendars">
      <Problem />
      <p className="buttons">
        <QuietLink href={`/call-tasks/${id}`}>Back</QuietLink>
      </p>
    </StaffShell>
  );
}
