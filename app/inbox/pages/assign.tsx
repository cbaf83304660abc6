import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { assignConversation, unassignConversation } from "../conversations/change-conversation.server";
import { AssignForm } from "../inbox-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: AssignForm }, async ({ app, who, input }) => {
    const { conversationId: id, back } = input;
    if (input.user_id === null) await unassignConversation(app, who, id);
    else await assignConversation(app, who, { id, user_id: input.user_id, name: null });
    return redirect(back ?? `/messages/${id}`, 303);
  });
