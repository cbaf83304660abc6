import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { changePassword } from "~/accounts/passwords/change-password.server";
import { ChangePassword } from "~/accounts/schema";
import { AccountForm } from "~/accounts/ui/account-form";
import { requireStaff } from "~/core/require-staff";
import { roles } from "~/core/who";
import { carryToken } from "~/http/access/session.server";
import { loadPage, submitForm } from "~/http/page.server";
import { Field } from "~/ui/components/field";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Change password – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: roles, input: z.object({}) }, async ({ who }) => ({
    staff: requireStaff(who),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: roles, input: ChangePassword }, async ({ app, who, input }) => {
    const agent = args.request.headers.get("user-agent");
    const answer = await changePassword(app, requireStaff(who), { ...input, address: who.address, agent });
    if ("token" in answer) carryToken(args, "staff", answer.token);
    return redirect("/account?done=password", 303);
  });
}

export default function AccountPassword() {
  const { staff } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <AccountForm staff={staff} title="Change password" verb="Change password" problem={problem} password>
      <Field
        name="password"
        label="New password"
        type="password"
        hint="At least 8 characters. Your other sessions end."
        problem={problem}
        required
        autoComplete="new-password"
      />
      <Field
        name="repeated"
        label="Confirm new password"
        type="password"
        problem={problem}
        required
        autoComplete="new-password"
      />
    </AccountForm>
  );
}
