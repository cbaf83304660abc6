import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { submit } from "~/http/page.server";
import { retryInThread } from "~/messaging/conversation/retry-message.server";
import { RetryForm } from "~/messaging/inputs";
import { Refused } from "~/messaging/ui/refused";

export async function action(args: ActionFunctionArgs) {
  return submit(args, { allow: supervisors, input: RetryForm }, async ({ app, who, input }) => {
    const { threadId: id, back } = input;
    await retryInThread(app, who, { id, message_id: input.message_id });
    return redirect(back ?? `/messages/${id}`, 303);
  });
}

export default function Retry() {
  return <Refused problem={useActionData<typeof action>()?.problem} />;
}
