import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findCompany, listCompanyNames } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { CompanyTabs } from "~/company/ui/company-tabs";
import { loadPage, submitForm } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { addEndpoint, listEndpoints } from "../endpoints.server";
import { webhookFlash } from "../flash";
import { NewSecret } from "../ui/new-secret";
import { WebhookForm } from "../ui/webhook-form";
import { WebhookTable } from "../ui/webhook-table";
import { AddEndpointForm } from "../webhook-schema";

export const handle = { look: "staff", scripts: ["copy", "date-time"] };
export const meta = () => [{ title: "Webhooks – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: CompanyQuery }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const { id, name } = await findCompany(app.reads, input.company ?? names[0]);
    return {
      names,
      company: name,
      webhooks: await listEndpoints(app.reads, id),
      toast: await takeFlash(args, webhookFlash),
    };
  });

// No redirect: the secret must not be in a URL.
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: AddEndpointForm }, async ({ app, who, input }) =>
    json({ added: await addEndpoint(app, who, input) }),
  );

export default function Webhooks() {
  const { names, company, webhooks, toast } = useLoaderData<typeof loader>();
  const added = (useActionData() as { added?: { id: number; secret: string } } | undefined)?.added;
  return (
    <StaffShell title="Webhooks" here="/admin/webhooks" toast={toast}>
      <CompanyTabs names={names} current={company} path="/admin/webhooks" />
      {added && <NewSecret {...added} title="Secret for the new webhook" />}
      <WebhookTable webhooks={webhooks} />
      <WebhookForm company={company} />
    </StaffShell>
  );
}
