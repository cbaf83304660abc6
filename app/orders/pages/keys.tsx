import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { FormProblem } from "~/core/form-problem";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { takeFlash } from "~/http/response/flash.server";
import { listIntegrationKeys } from "~/orders/keys/integration-keys.server";
import { MakeKey } from "~/orders/keys/key-schema";
import { makeIntegrationKey } from "~/orders/keys/make-integration-key.server";
import { KeyTable } from "~/orders/ui/key-table";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Integration keys – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["admin"], input: z.object({}) }, async ({ app, who }) => ({
    staff: requireStaff(who),
    zone: zoneForStaff(args.request),
    keys: await listIntegrationKeys(app.reads),
    toast: takeFlash(args) === "key-revoked" ? "Key revoked" : null,
  }));
}

// The response shows the key without a redirect, so that it is in no address.
export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: MakeKey }, async ({ app, who, input }) =>
    json({ made: { name: input.name, secret: await makeIntegrationKey(app, who, input) } }),
  );
}

export default function IntegrationKeys() {
  const { staff, zone, keys, toast } = useLoaderData<typeof loader>();
  const answer = useActionData() as
    | { made?: { name: string; secret: string }; problem?: FormProblem }
    | undefined;
  const problem = answer?.problem;
  return (
    <StaffShell title="Integration keys" who={staff} here="/admin/keys" toast={toast}>
      {answer?.made && <NewKey {...answer.made} />}
      <KeyTable keys={keys} zone={zone} />
      <form method="post" className="panel reading" aria-labelledby="make-title">
        <h2 id="make-title">Make a key</h2>
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        <p>
          With a key, another system can send orders to <code>PUT /api/orders</code>and do nothing else.
        </p>
        <Field
          name="name"
          label="System"
          hint="The system that will use it, like “Nightly export”. Each system gets its own key."
          problem={problem}
          maxLength={60}
          required
        />
        <p className="buttons">
          <Button>Make key</Button>
        </p>
      </form>
    </StaffShell>
  );
}

function NewKey({ name, secret }: { name: string; secret: string }) {
  return (
    <Notice tone="dawn">
      <h2>{`The key for ${name}`}</h2>
      <p>Copy it now. It won't be shown again.</p>
      <p>
        <code className="secret" id="new-key">
          {secret}
        </code>
      </p>
      <p className="soft">
        Send it as <code>Authorization: Bearer …</code>
      </p>
    </Notice>
  );
}
