import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { RefusedPage } from "~/ui/shells/refused-page";
import { writeNotes } from "../conversations/change-conversation.server";
import { NotesForm } from "../inbox-schema";
import { SharedNotes } from "../ui/conversation/notes-panel";

export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: NotesForm }, async ({ app, who, input }) => {
    const { conversationId: id, back, ...writing } = input;
    await writeNotes(app, who, { id, ...writing });
    return redirect(back ?? `/messages/${id}`, 303);
  });

export default function Notes() {
  const conversationId = Number(useParams().conversationId);
  const problem = useActionData<typeof action>()?.problem;
  const theirs = problem?.extra.notes as string | undefined;
  return (
    <RefusedPage>
      {theirs === undefined ? undefined : (
        <SharedNotes
          conversationId={conversationId}
          back={problem?.typed.back ?? `/messages/${conversationId}`}
          notes={theirs}
          problem={problem}
        />
      )}
    </RefusedPage>
  );
}
