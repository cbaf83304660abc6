import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Row } from "~/db/tables";
import { loadPage, submitForm } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import { databaseFlash } from "../flash";
import { listIntegrationKeys, makeIntegrationKey } from "../keys/integration-keys.server";
import { MakeKey } from "../keys/key-schema";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Integration keys – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => ({
    keys: await listIntegrationKeys(app.reads),
    toast: await takeFlash(args, databaseFlash),
  }));

// The response shows the key without a redirect, so the key is never in a URL.
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: MakeKey }, async ({ app, who, input }) =>
    json({ made: { name: input.name, secret: await makeIntegrationKey(app, who, input) } }),
  );

export default function IntegrationKeys() {
  const { keys, toast } = useLoaderData<typeof loader>();
  const { made } = (useActionData() ?? {}) as { made?: { name: string; secret: string } };
  return (
    <StaffShell title="Integration keys" here="/admin/keys" toast={toast}>
      {made && <NewKey {...made} />}
      <KeyTable keys={keys} />
      <PostForm className="panel reading" aria-labelledby="make-title">
        <h2 id="make-title">Create a key</h2>
        <Problem />
        <p>
          With a key, another system can send orders to <code>PUT /api/orders</code>. It can't do anything
          else.
        </p>
        <Field
          name="name"
          label="System"
          hint="The system that will use the key, like “Nightly export”. Give each system its own key."
          maxLength={60}
          required
        />
        <FormButtons>Create key</FormButtons>
      </PostForm>
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

function KeyTable({ keys }: { keys: Omit<Row<"integration_keys">, "key_hash">[] }) {
  return (
    <Table
      caption="Integration keys"
      rows={keys}
      rowKey={({ id }) => id}
      empty="No keys yet."
      columns={[
        { head: "System", cell: ({ name }) => name },
        { head: "Created", align: "when", cell: ({ created_at: at }) => <DateTime at={at} /> },
        {
          head: "Last used",
          align: "when",
          cell: ({ last_used_at: at }) => (at === null ? "Never" : <DateTime at={at} />),
        },
        {
          head: "Status",
          cell: ({ revoked_at: at }) =>
            at === null ? (
              "Live"
            ) : (
              <>
                {"Revoked "}
                <DateTime at={at} />
              </>
            ),
        },
        {
          head: "Actions",
          cell: ({ id, name, revoked_at: at }) =>
            at === null && (
              <ButtonLink look="quiet" size="small" href={`/admin/keys/${id}/revoke`}>
                Revoke<span className="unseen">{` the key for ${name}`}</span>
              </ButtonLink>
            ),
        },
      ]}
    />
  );
}
