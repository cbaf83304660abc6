import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { finishConversation } from "../conversations/change-conversation.server";
import { findNextConversation } from "../conversations/find-next-conversation.server";
import type { conversationFlash } from "../flash";
import { DoneForm } from "../inbox-schema";
import { hrefOf, moreQuery } from "../ui/view";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

/** In the Unanswered list, opens the next conversation. */
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: DoneForm }, async ({ app, who, input }) => {
    const { conversationId: id, undo, folder, filter, q } = input;
    const next = undo || filter !== "unanswered" ? id : await findNextConversation(app.reads, who, input);
    await finishConversation(app, who, { id, isDone: !undo });
    const href = hrefOf({ thread: next, folder, filter, q, details: false });
    if (undo) return redirect(href, 303);
    const query = moreQuery({ folder, filter, q });
    return redirectWithFlash<typeof conversationFlash>(args, href, ["conversation-done", id, query]);
  });
