import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { supervisors } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { decideHold } from "~/messages/holds/number-holds.server";
import { HoldForm } from "../inbox-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, supervisors);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: supervisors, input: HoldForm }, async ({ app, who, input }) => {
    const { conversationId: id, back, decision, from } = input;
    await decideHold(app, who, { id, decision });
    const here = from === "dashboard" ? "/supervisordashboard" : `/messages/${id}`;
    return redirect(back ?? here, 303);
  });
