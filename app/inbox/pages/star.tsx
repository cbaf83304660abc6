import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { starConversation } from "../conversations/change-conversation.server";
import { StarForm } from "../inbox-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: StarForm }, async ({ app, who, input }) => {
    const { conversationId: id, back } = input;
    await starConversation(app, who, { id, color: input.color });
    return redirect(back ?? `/messages/${id}`, 303);
  });
