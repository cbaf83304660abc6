import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ChangePassword } from "~/accounts/account-schema";
import { changePassword } from "~/accounts/passwords/change-password.server";
import { FormPage } from "~/accounts/ui/form-page";
import { NewPasswordField } from "~/accounts/ui/password-fields";
import { roles } from "~/core/who";
import { carryToken } from "~/http/access/session-tokens.server";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { accountFlash } from "../flash";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Change password – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, roles);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: ChangePassword }, async ({ app, who, input }) => {
    const agent = args.request.headers.get("user-agent");
    const { token } = await changePassword(app, who, { ...input, address: who.address, agent });
    await carryToken(args, "staff", token);
    return redirectWithFlash<typeof accountFlash>(args, "/account", "password-changed");
  });

export default function AccountPassword() {
  return (
    <FormPage title="Change password" verb="Change password" password>
      <NewPasswordField
        name="password"
        label="New password"
        hint="At least 8 characters. Your other sessions will end."
      />
      <NewPasswordField name="repeated" label="Confirm new password" />
    </FormPage>
  );
}
