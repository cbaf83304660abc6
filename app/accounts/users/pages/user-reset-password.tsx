import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { accountFlash } from "../../flash";
import { sendResetLink } from "../../passwords/send-reset-link.server";
import { UserId } from "../user-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, ["admin"]);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => {
    const { kind } = await sendResetLink(app, who, input.id);
    return redirectWithFlash<typeof accountFlash>(
      args,
      "/admin",
      kind === "invitation" ? "invitation-sent" : "reset-link-sent",
    );
  });
