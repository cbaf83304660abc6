import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { CurrentPassword } from "~/accounts/account-schema";
import { turnOffTwoStep } from "~/accounts/sign-in/set-up-two-step.server";
import { AccountForm } from "~/accounts/ui/account-form";
import { roles } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Turn off two-step sign-in – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, roles);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: CurrentPassword }, async ({ app, who, input }) => {
    await turnOffTwoStep(app, who, input.current);
    return redirect("/account?done=off", 303);
  });

export default function SwitchOffTwoStep() {
  return (
    <AccountForm title="Turn off two-step sign-in" verb="Turn off" password danger>
      <p>Your recovery codes stop working too, unless you have a passkey.</p>
    </AccountForm>
  );
}
