import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { setFlash } from "~/http/response/flash.server";
import type { accountFlash } from "../../flash";
import { sendResetLink } from "../../passwords/send-reset-link.server";
import { UserId } from "../user-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, ["admin"]);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => {
    const { kind } = await sendResetLink(app, who, input.id);
    await setFlash<typeof accountFlash>(args, kind === "invitation" ? "invitation-sent" : "reset-link-sent");
    return redirect("/admin", 303);
  });
