import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { submitForm } from "~/http/page.server";
import { setFlash } from "~/http/response/flash.server";
import { switchOnEndpoint } from "~/webhooks/changes/switch-on-endpoint.server";
import { OneEndpoint } from "~/webhooks/webhook-schema";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/admin/webhooks/${Number(params.id)}`);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneEndpoint }, async ({ app, who, input }) => {
    await switchOnEndpoint(app, who, input);
    setFlash(args, "webhook-on");
    return redirect(`/admin/webhooks/${input.id}`, 303);
  });
