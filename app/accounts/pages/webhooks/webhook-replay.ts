import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { submitForm } from "~/http/page.server";
import { setFlash } from "~/http/response/flash.server";
import { replayDeliveries } from "~/webhooks/changes/replay-deliveries.server";
import { ReplayDeliveries } from "~/webhooks/webhook-schema";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/admin/webhooks/${Number(params.id)}`);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: ReplayDeliveries }, async ({ app, who, input }) => {
    await replayDeliveries(app, who, input);
    setFlash(args, "webhook-replayed");
    return redirect(`/admin/webhooks/${input.id}`, 303);
  });
