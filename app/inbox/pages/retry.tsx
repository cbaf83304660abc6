import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { retryInConversation } from "../conversations/retry-message.server";
import { RetryForm } from "../inbox-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: RetryForm }, async ({ app, who, input }) => {
    const { conversationId: id, back } = input;
    await retryInConversation(app, who, { id, message_id: input.message_id });
    return redirect(back ?? `/messages/${id}`, 303);
  });
