import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { submit } from "~/http/page.server";
import { NotesForm } from "~/messaging/inputs";
import { writeNotes } from "~/messaging/threads/write-notes.server";
import { Refused } from "~/messaging/ui/refused";

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: supervisors, input: NotesForm }, async ({ app, who, input }) => {
    const { threadId: id, back } = input;
    await writeNotes(app, who, { id, notes: input.notes });
    return redirect(back ?? `/messages/${id}`, 303);
  });
}

export default function Notes() {
  return <Refused problem={useActionData<typeof action>()?.problem} />;
}
