import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { setFlash } from "~/http/response/flash.server";
import { switchOnEndpoint } from "../changes/switch-on-endpoint.server";
import type { webhookFlash } from "../flash";
import { OneEndpoint } from "../webhook-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, ["admin"]);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneEndpoint }, async ({ app, who, input }) => {
    await switchOnEndpoint(app, who, input);
    await setFlash<typeof webhookFlash>(args, "webhook-on");
    return redirect(`/admin/webhooks/${input.id}`, 303);
  });
