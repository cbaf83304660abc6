import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CurrentPassword } from "~/accounts/schema";
import { turnOffTwoStep } from "~/accounts/sign-in/set-up-two-step.server";
import { AccountForm } from "~/accounts/ui/account-form";
import { requireStaff } from "~/core/require-staff";
import { roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Turn off two-step sign-in – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: roles, input: z.object({}) }, async ({ who }) => ({
    staff: requireStaff(who),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: roles, input: CurrentPassword }, async ({ app, who, input }) => {
    await turnOffTwoStep(app, requireStaff(who), input.current);
    return redirect("/account?done=off", 303);
  });
}

export default function SwitchOffTwoStep() {
  const { staff } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <AccountForm
      staff={staff}
      title="Turn off two-step sign-in"
      verb="Turn off"
      problem={problem}
      password
      danger
    >
      <p>Your recovery codes stop working too.</p>
    </AccountForm>
  );
}
