import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { readStaff, submit } from "~/http/page.server";
import { NotesForm } from "~/messaging/inputs";
import { writeNotes } from "~/messaging/threads/write-notes.server";
import { Refused } from "~/messaging/ui/refused";

export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => readStaff(args, supervisors);

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: supervisors, input: NotesForm }, async ({ app, who, input }) => {
    const { threadId: id, back } = input;
    await writeNotes(app, who, { id, notes: input.notes });
    return redirect(back ?? `/messages/${id}`, 303);
  });
}

export default function Notes() {
  return <Refused staff={useLoaderData<typeof loader>()} problem={useActionData<typeof action>()?.problem} />;
}
