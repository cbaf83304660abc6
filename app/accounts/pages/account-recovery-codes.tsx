import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CurrentPassword } from "~/accounts/schema";
import { renewOwnRecoveryCodes } from "~/accounts/sign-in/set-up-two-step.server";
import { AccountForm } from "~/accounts/ui/account-form";
import { type CodesAnswer, RecoveryCodes } from "~/accounts/ui/recovery-codes";
import { requireStaff } from "~/core/require-staff";
import { roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "New recovery codes – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: roles, input: z.object({}) }, async ({ who }) => ({
    staff: requireStaff(who),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: roles, input: CurrentPassword }, async ({ app, who, input }) =>
    json({ codes: await renewOwnRecoveryCodes(app, requireStaff(who), input.current) }),
  );
}

export default function NewRecoveryCodes() {
  const { staff } = useLoaderData<typeof loader>();
  const answer = useActionData() as CodesAnswer | undefined;
  if (answer?.codes) {
    return <RecoveryCodes staff={staff} title="New recovery codes" codes={answer.codes} />;
  }
  return (
    <AccountForm
      staff={staff}
      title="New recovery codes"
      verb="Make new codes"
      problem={answer?.problem}
      password
    >
      <p>Your current codes stop working.</p>
    </AccountForm>
  );
}
