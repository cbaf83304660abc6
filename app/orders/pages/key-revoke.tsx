import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { setFlash } from "~/http/response/flash.server";
import { findIntegrationKey } from "~/orders/keys/integration-keys.server";
import { OneKey } from "~/orders/keys/key-schema";
import { revokeIntegrationKey } from "~/orders/keys/revoke-integration-key.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Revoke key – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["admin"], input: OneKey }, async ({ app, who, input }) => ({
    staff: requireStaff(who),
    zone: zoneForStaff(args.request),
    integration: await findIntegrationKey(app.reads, input.id),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: OneKey }, async ({ app, who, input }) => {
    await revokeIntegrationKey(app, who, input);
    setFlash(args, "key-revoked");
    return redirect("/admin/keys", 303);
  });
}

export default function RevokeKey() {
  const { staff, zone, integration } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const { name, last_used_at: used, revoked_at: revoked } = integration;
  return (
    <StaffShell title="Revoke this key?" who={staff} here="/admin/keys">
      <form method="post" className="panel reading">
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        {revoked === null ? (
          <p>
            {name} can no longer send orders. Orders it sent stay. The key{" "}
            {used === null ? (
              "was never used."
            ) : (
              <>
                was last used <DateTime at={used} zone={zone} />.
              </>
            )}
          </p>
        ) : (
          <p>
            The key for {name} was revoked <DateTime at={revoked} zone={zone} />.
          </p>
        )}
        <p className="buttons">
          {revoked === null && <Button look="danger">{`Revoke the key for ${name}`}</Button>}
          <ButtonLink href="/admin/keys" look="quiet">
            Back
          </ButtonLink>
        </p>
      </form>
    </StaffShell>
  );
}
