import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findCallPage } from "../call-tasks/call-page.server";
import { CallTaskId, RecordCall } from "../call-tasks/call-task-schema";
import { recordCall } from "../call-tasks/record-call.server";
import { CallFacts } from "../ui/call-facts";
import { CallForm } from "../ui/call-form";
import { CallScripts } from "../ui/call-scripts";
import { CallState } from "../ui/call-state";
import { useNameToCall } from "../ui/use-name-to-call";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Call a patient – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: CallTaskId }, ({ app, who, input }) =>
    findCallPage(app, who, input.id),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: RecordCall }, async ({ app, who, input }) => {
    const { id } = await recordCall(app, who, input);
    return redirect(`/call-tasks/${id}`, 303);
  });

export default function CallTaskPage() {
  const page = useLoaderData<typeof loader>();
  const { task } = page;
  const isOpen = task.done_at === null;
  return (
    <StaffShell title={`Call ${useNameToCall(task)}`} here="/calendars">
      <div className="stack">
        <Problem />
        <CallState page={page} />
        <CallFacts page={page} />
        {isOpen && (
          <>
            <CallScripts scripts={page.scripts} />
            {page.now < task.due_at ? (
              <details>
                <summary>Record another call</summary>
                <CallForm task={task} />
              </details>
            ) : (
              <CallForm task={task} />
            )}
          </>
        )}
      </div>
    </StaffShell>
  );
}
