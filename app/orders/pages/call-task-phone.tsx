import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPhone } from "~/core/phone";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { CallTaskId, CorrectPhone } from "../call-tasks/call-task-schema";
import { findCallTask } from "../call-tasks/call-tasks.server";
import { correctPhone } from "../call-tasks/record-call.server";
import { useNameToCall } from "../ui/use-name-to-call";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Change number – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: CallTaskId }, ({ app, input }) =>
    findCallTask(app.reads, input.id),
  );

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: CorrectPhone }, async ({ app, who, input }) => {
    const task = await correctPhone(app, who, input);
    return redirect(`/call-tasks/${task}`, 303);
  });

export default function ChangeNumber() {
  const task = useLoaderData<typeof loader>();
  return (
    <StaffShell title={`New number for ${useNameToCall(task)}`} here="/calendars">
      <PostForm className="panel reading">
        <Problem />
        <p>
          {task.phone
            ? `The number on file is ${formatPhone(task.phone)}${task.phone_ext ? ` ext. ${task.phone_ext}` : ""}.`
            : "There is no phone number on file."}{" "}
          The new number is saved on the order, and the call returns to the worklist.
        </p>
        <Field
          name="phone"
          label="Phone number"
          hint="With an extension, if there is one: 919-555-0100 x12"
          type="tel"
          required
        />
        <FormButtons back={`/call-tasks/${task.id}`}>Save number</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
