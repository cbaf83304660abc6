import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { AssignForm } from "../inbox-schema";
import { assignThread, unassignThread } from "../threads/change-thread.server";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: AssignForm }, async ({ app, who, input }) => {
    const { threadId: id, back } = input;
    if (input.user_id === null) await unassignThread(app, who, id);
    else await assignThread(app, who, { id, user_id: input.user_id, name: null });
    return redirect(back ?? `/messages/${id}`, 303);
  });
