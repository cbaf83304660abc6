import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { setFlash } from "~/http/response/flash.server";
import { replayDeliveries } from "../changes/replay-deliveries.server";
import type { webhookFlash } from "../flash";
import { ReplayDeliveries } from "../webhook-schema";

export { RefusedPage as default } from "~/ui/shells/refused-page";
export const handle = { look: "staff" };

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, ["admin"]);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: ReplayDeliveries }, async ({ app, who, input }) => {
    await replayDeliveries(app, who, input);
    await setFlash<typeof webhookFlash>(args, "webhook-replayed");
    return redirect(`/admin/webhooks/${input.id}`, 303);
  });
