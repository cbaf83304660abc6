import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { sendResetLink } from "~/accounts/passwords/send-reset-link.server";
import { UserId } from "~/accounts/users/user-schema";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { setFlash } from "~/http/response/flash.server";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, ["admin"]);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => {
    const { kind } = await sendResetLink(app, who, input.id);
    setFlash(args, kind === "invitation" ? "invitation-sent" : "reset-link-sent");
    return redirect("/admin", 303);
  });
