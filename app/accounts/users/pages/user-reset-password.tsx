import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { sendResetLink } from "../../passwords/send-reset-link.server";
import { UserId } from "../user-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, ["admin"]);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => {
    await sendResetLink(app, who, input.id);
    return redirect(`/admin?sent=${input.id}`, 303);
  });
