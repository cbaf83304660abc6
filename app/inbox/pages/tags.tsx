import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { addTag, removeTag } from "../conversations/change-conversation.server";
import { TagForm } from "../inbox-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: TagForm }, async ({ app, who, input }) => {
    const { conversationId: id, back } = input;
    if (input.remove) await removeTag(app, who, { id, tag: input.remove });
    if (input.tag) await addTag(app, who, { id, tag: input.tag });
    return redirect(back ?? `/messages/${id}`, 303);
  });
