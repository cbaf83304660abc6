import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormPage } from "~/accounts/ui/form-page";
import { loadPage, submitForm } from "~/http/page.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findEndpoint, rotateSecret } from "../endpoints.server";
import { NewSecret } from "../ui/new-secret";
import { OneEndpoint } from "../webhook-schema";

export const handle = { look: "staff", scripts: ["copy"] };
export const meta = () => [{ title: "Replace the secret – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneEndpoint }, async ({ app, input }) => {
    const { id, url } = await findEndpoint(app.reads, input.id);
    return { id, url };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneEndpoint }, async ({ app, who, input }) =>
    json({ secret: await rotateSecret(app, who, input) }),
  );

export default function WebhookSecret() {
  const { id, url } = useLoaderData<typeof loader>();
  const secret = (useActionData() as { secret?: string } | undefined)?.secret;
  const shell = { title: "Replace the secret", subtitle: url, here: "/admin/webhooks" };
  return secret ? (
    <StaffShell {...shell}>
      <NewSecret id={id} secret={secret} title="The new secret" />
    </StaffShell>
  ) : (
    <FormPage {...shell} back={`/admin/webhooks/${id}`} verb="Create new secret">
      <p>
        You'll get a new secret. For 24 hours, events are signed with both secrets, so that no event is
        rejected while you update the other system.
      </p>
    </FormPage>
  );
}
