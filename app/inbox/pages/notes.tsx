import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { RefusedPage } from "~/ui/shells/refused-page";
import { NotesForm } from "../inbox-schema";
import { writeNotes } from "../threads/change-thread.server";
import { SharedNotes } from "../ui/chat/notes-panel";

export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: NotesForm }, async ({ app, who, input }) => {
    const { threadId: id, back, ...writing } = input;
    await writeNotes(app, who, { id, ...writing });
    return redirect(back ?? `/messages/${id}`, 303);
  });

export default function Notes() {
  const threadId = Number(useParams().threadId);
  const problem = useActionData<typeof action>()?.problem;
  const theirs = problem?.extra.notes as string | undefined;
  return (
    <RefusedPage>
      {theirs === undefined ? undefined : (
        <SharedNotes
          threadId={threadId}
          back={problem?.typed.back ?? `/messages/${threadId}`}
          notes={theirs}
          problem={problem}
        />
      )}
    </RefusedPage>
  );
}
