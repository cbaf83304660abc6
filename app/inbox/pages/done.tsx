import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { DoneForm } from "../inbox-schema";
import { finishThread } from "../threads/change-thread.server";
import { findNextThread } from "../threads/find-next-thread.server";
import { hrefOf } from "../ui/view";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

/** In the Unanswered list, opens the next conversation. */
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: DoneForm }, async ({ app, who, input }) => {
    const { threadId: id, undo, folder, filter, q } = input;
    const next = undo || filter !== "unanswered" ? id : await findNextThread(app.reads, who, input);
    await finishThread(app, who, { id, isDone: !undo });
    return redirect(hrefOf({ thread: next, folder, filter, q, details: false }), 303);
  });
