import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { submit } from "~/http/page.server";
import { StarForm } from "~/messaging/inputs";
import { starThread } from "~/messaging/threads/star-thread.server";
import { Refused } from "~/messaging/ui/refused";

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: supervisors, input: StarForm }, async ({ app, who, input }) => {
    const { threadId: id, back } = input;
    await starThread(app, who, { id, color: input.color });
    return redirect(back ?? `/messages/${id}`, 303);
  });
}

export default function Star() {
  return <Refused problem={useActionData<typeof action>()?.problem} />;
}
