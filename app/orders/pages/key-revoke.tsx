import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { Button, QuietLink } from "~/ui/components/button";
import { PostForm, Problem } from "~/ui/components/form";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { databaseFlash } from "../flash";
import { findIntegrationKey, revokeIntegrationKey } from "../keys/integration-keys.server";
import { OneKey } from "../keys/key-schema";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Revoke key – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: OneKey }, async ({ app, input }) => ({
    integration: await findIntegrationKey(app.reads, input.id),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: OneKey }, async ({ app, who, input }) => {
    await revokeIntegrationKey(app, who, input);
    return redirectWithFlash<typeof databaseFlash>(args, "/admin/keys", "key-revoked");
  });

export default function RevokeKey() {
  const { integration } = useLoaderData<typeof loader>();
  const { name, last_used_at: used, revoked_at: revoked } = integration;
  return (
    <StaffShell title="Revoke this key?" here="/admin/keys">
      <PostForm className="panel reading">
        <Problem />
        {revoked === null ? (
          <p>
            {name} won't be able to send orders with this key. Orders it already sent will stay. The key{" "}
            {used === null ? (
              "was never used."
            ) : (
              <>
                was last used on <DateTime at={used} />.
              </>
            )}
          </p>
        ) : (
          <p>
            The key for {name} was revoked on <DateTime at={revoked} />.
          </p>
        )}
        <p className="buttons">
          {revoked === null && <Button look="danger">{`Revoke the key for ${name}`}</Button>}
          <QuietLink href="/admin/keys">Back</QuietLink>
        </p>
      </PostForm>
    </StaffShell>
  );
}
