import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { ChangePassword } from "~/accounts/account-schema";
import { changePassword } from "~/accounts/passwords/change-password.server";
import { AccountForm } from "~/accounts/ui/account-form";
import { NewPassword } from "~/accounts/ui/new-password";
import { roles } from "~/core/who";
import { carryToken } from "~/http/access/session-tokens.server";
import { loadEmptyPage, submitForm } from "~/http/page.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Change password – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, roles);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: ChangePassword }, async ({ app, who, input }) => {
    const agent = args.request.headers.get("user-agent");
    const answer = await changePassword(app, who, { ...input, address: who.address, agent });
    if ("token" in answer) await carryToken(args, "staff", answer.token);
    return redirect("/account?done=password", 303);
  });

export default function AccountPassword() {
  return (
    <AccountForm title="Change password" verb="Change password" password>
      <NewPassword
        name="password"
        label="New password"
        hint="At least 8 characters. Your other sessions end."
      />
      <NewPassword name="repeated" label="Confirm new password" />
    </AccountForm>
  );
}
