import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { switchOnEndpoint } from "../endpoints.server";
import type { webhookFlash } from "../flash";
import { OneEndpoint } from "../webhook-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, ["admin"]);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneEndpoint }, async ({ app, who, input }) => {
    await switchOnEndpoint(app, who, input);
    return redirectWithFlash<typeof webhookFlash>(args, `/admin/webhooks/${input.id}`, "webhook-on");
  });
