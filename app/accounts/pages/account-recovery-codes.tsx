import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { CurrentPassword } from "~/accounts/account-schema";
import { renewOwnRecoveryCodes } from "~/accounts/sign-in/set-up-two-step.server";
import { FormPage } from "~/accounts/ui/form-page";
import { RecoveryCodes } from "~/accounts/ui/recovery-codes";
import { roles } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "New recovery codes – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, roles);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: CurrentPassword }, async ({ app, who, input }) =>
    json({ codes: await renewOwnRecoveryCodes(app, who, input.current) }),
  );

export default function NewRecoveryCodes() {
  const codes = (useActionData() as { codes?: string[] } | undefined)?.codes;
  if (codes) return <RecoveryCodes title="New recovery codes" codes={codes} />;
  return (
    <FormPage title="New recovery codes" verb="Create new codes" password>
      <p>Your current codes will stop working.</p>
    </FormPage>
  );
}
