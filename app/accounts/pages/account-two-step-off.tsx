import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { CurrentPassword } from "~/accounts/account-schema";
import { turnOffTwoStep } from "~/accounts/sign-in/set-up-two-step.server";
import { FormPage } from "~/accounts/ui/form-page";
import { roles } from "~/core/who";
import { loadEmptyPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { accountFlash } from "../flash";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Turn off two-step sign-in – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) => loadEmptyPage(args, roles);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: CurrentPassword }, async ({ app, who, input }) => {
    await turnOffTwoStep(app, who, input.current);
    return redirectWithFlash<typeof accountFlash>(args, "/account", "two-step-off");
  });

export default function TurnOffTwoStep() {
  return (
    <FormPage title="Turn off two-step sign-in" verb="Turn off" password danger>
      <p>Your recovery codes will also stop working, unless you have a passkey.</p>
    </FormPage>
  );
}
