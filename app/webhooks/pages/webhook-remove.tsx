import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormPage } from "~/accounts/ui/form-page";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { countOpen, webhookQueue } from "../delivery/delivery-queue.server";
import { findEndpoint, removeEndpoint } from "../endpoints.server";
import type { webhookFlash } from "../flash";
import { OneEndpoint } from "../webhook-schema";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Remove webhook – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneEndpoint }, async ({ app, input }) => {
    const { id, url } = await findEndpoint(app.reads, input.id);
    const { open, failed } = await countOpen(app.reads, webhookQueue, id);
    return { id, url, unsent: open + failed };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneEndpoint }, async ({ app, who, input }) => {
    await removeEndpoint(app, who, input);
    return redirectWithFlash<typeof webhookFlash>(args, "/admin/webhooks", "webhook-removed");
  });

export default function RemoveWebhook() {
  const { id, url, unsent } = useLoaderData<typeof loader>();
  return (
    <FormPage
      title="Remove this webhook?"
      subtitle={url}
      here="/admin/webhooks"
      back={`/admin/webhooks/${id}`}
      verb="Remove webhook"
      danger
    >
      <p>
        The other system will stop getting events.
        {unsent > 0 &&
          ` ${unsent === 1 ? "One event was" : `${unsent} events were`} not delivered and will be lost.`}
      </p>
    </FormPage>
  );
}
