import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FirstCode } from "~/accounts/account-schema";
import { confirmTwoStep, findTwoStep } from "~/accounts/sign-in/set-up-two-step.server";
import { FormPage } from "~/accounts/ui/form-page";
import { RecoveryCodes } from "~/accounts/ui/recovery-codes";
import { roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Two-step sign-in – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: roles }, async ({ app, who }) => (await findTwoStep(app, who)).offer);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: FirstCode }, async ({ app, who, input }) =>
    json({ codes: await confirmTwoStep(app, who, input.digits) }),
  );

const sent = {
  email: "We sent a six-digit code to your email address.",
  sms: "We texted you a six-digit code.",
};

export default function ConfirmTwoStep() {
  const offer = useLoaderData<typeof loader>();
  const codes = (useActionData() as { codes?: string[] } | undefined)?.codes;
  if (codes) return <RecoveryCodes title="Two-step sign-in is on" codes={codes} />;
  if (!offer) {
    return (
      <StaffShell title="Two-step sign-in" here="/account">
        <Notice>
          No setup is in progress. <a href="/account/two-step">Start again</a>
        </Notice>
      </StaffShell>
    );
  }
  return (
    <FormPage title="Two-step sign-in" verb="Turn on">
      {offer.qr && offer.secret && (
        <>
          <p>Scan this code with your authenticator app:</p>
          <div
            className="qr"
            role="img"
            aria-label="QR code for the authenticator app"
            dangerouslySetInnerHTML={{ __html: offer.qr }}
          />
          <p>
            Or enter this key in the app: <span className="copyable">{offer.secret}</span>
          </p>
        </>
      )}
      {offer.way !== "totp" && <p>{sent[offer.way]}</p>}
      <Field
        name="digits"
        label="Six-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
      />
    </FormPage>
  );
}
