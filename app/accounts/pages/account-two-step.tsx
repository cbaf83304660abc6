import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChooseTwoStep } from "~/accounts/account-schema";
import { findTwoStep, offerTwoStep } from "~/accounts/sign-in/set-up-two-step.server";
import { FormPage } from "~/accounts/ui/form-page";
import { formatPhone } from "~/core/phone";
import { roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { Choice } from "~/ui/components/field";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Two-step sign-in – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: roles }, async ({ app, who }) => {
    const { way, phone } = await findTwoStep(app, who);
    return { way, phone, email: who.email };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: ChooseTwoStep }, async ({ app, who, input }) => {
    await offerTwoStep(app, who, input);
    return redirect("/account/two-step/confirm", 303);
  });

export default function AccountTwoStep() {
  const { way, phone, email } = useLoaderData<typeof loader>();
  return (
    <FormPage title="Two-step sign-in" verb="Continue" password>
      <p>
        When you sign in, we'll ask for your password and then for a six-digit code that only you can get.
      </p>
      <Choice name="way" label="Where to get the code" value={way === "off" ? "totp" : way}>
        <option value="totp">An authenticator app</option>
        <option value="email">Email to {email}</option>
        {phone && <option value="sms">Text to {formatPhone(phone)}</option>}
      </Choice>
    </FormPage>
  );
}
