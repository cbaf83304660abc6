import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { languageName } from "~/core/language/spoken-language";
import { supervisors } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { Button } from "~/ui/components/button";
import { TextField } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { visitFlash } from "~/visits/flash";
import { findCallPage } from "../call-tasks/call-page.server";
import type { CallScript } from "../call-tasks/call-script.server";
import { type CallTask, isAboutNights, mostMessages } from "../call-tasks/call-task";
import { CallTaskId, RecordCall } from "../call-tasks/call-task-schema";
import { recordCall } from "../call-tasks/record-call.server";
import { CallFacts } from "../ui/call-facts";
import { CallState } from "../ui/call-state";
import { useNameToCall } from "../ui/use-name-to-call";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Call a patient – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: CallTaskId }, async ({ app, who, input }) => ({
    ...(await findCallPage(app, who, input.id)),
    toast: await takeFlash(args, visitFlash),
  }));

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
    <StaffShell title={`Call ${useNameToCall(task)}`} here="/calendars" toast={page.toast}>
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

function CallScripts({ scripts }: { scripts: readonly CallScript[] }) {
  return (
    <section className="panel" aria-labelledby="call-script">
      <h2 id="call-script">What to say</h2>
      <div className={scripts.length > 1 ? "pair" : undefined}>
        {scripts.map(({ language, say, message }) => (
          <div key={language} className="stack">
            {scripts.length > 1 && <h3>{languageName(language)}</h3>}
            <ul className="stack" lang={language}>
              {say.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <p className="soft">If you reach voicemail:</p>
            <p lang={language}>{message}</p>
          </div>
        ))}
      </div>
    </section>
  );
}

function CallForm({ task }: { task: CallTask }) {
  const canLeave = task.messages_left < mostMessages;
  return (
    <PostForm className="panel" action={`/call-tasks/${task.id}`} aria-labelledby="call-outcome">
      <h2 id="call-outcome">How did it go?</h2>
      <input type="hidden" name="version" value={task.version} />
      <TextField name="note" label="Note (optional)" rows={2} maxLength={500} />
      <p className="buttons">
        <Button name="outcome" value="reached" look="quiet">
          Spoke with patient
        </Button>
        {canLeave && (
          <Button name="outcome" value="left_message" look="quiet">
            Left message
          </Button>
        )}
        {task.phone && (
          <Button name="outcome" value="wrong_number" look="quiet">
            Wrong number
          </Button>
        )}
      </p>
      <p className="hint">
        {canLeave
          ? "If you leave a message, the call returns to the list the next business day. After three messages, it stays on the list."
          : `Three messages were left. The call stays on the list until you reach the patient, or ${isAboutNights(task) ? "the first 90 nights end" : "the order has a visit or is closed"}.`}
      </p>
    </PostForm>
  );
}
