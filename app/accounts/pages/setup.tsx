import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { linkToken } from "~/accounts/account-schema";
import { requireSetupLink, SetUp, setUp } from "~/accounts/setup.server";
import { NewPasswordField } from "~/accounts/ui/password-fields";
import { addressOrTextHint } from "~/company/company-settings";
import { isLocalAddress } from "~/core/web-address";
import { enterWith } from "~/http/access/session.server";
import { loadPage, submitForm } from "~/http/page.server";
import { Button } from "~/ui/components/button";
import { Check, Field, TextField } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { PatientShell } from "~/ui/shells/patient-shell";

export const meta = () => [{ title: "Set up Firstnight" }];

const Link = z.object({ token: linkToken });

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: "anyone", input: Link }, async ({ app, input }) => {
    await requireSetupLink(app.reads, input.token);
    const host = args.request.headers.get("host");
    return { host: app.config.given.PUBLIC_URL === undefined ? host : null };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: "anyone", input: SetUp }, async ({ app, who, input }) => {
    const agent = args.request.headers.get("user-agent");
    const { token } = await setUp(app, {
      ...input,
      address: who.address,
      agent,
      origin: args.context.origin,
    });
    await enterWith(args, "staff", token);
    return redirect("/admin?done=set-up", 303);
  });

export default function Setup() {
  const { host } = useLoaderData<typeof loader>();
  return (
    <PatientShell width="card" help="To get a new link, restart Firstnight.">
      <h1>Set up Firstnight</h1>
      <p>This page creates the first admin. You can use it only once.</p>
      <PostForm className="panel">
        <Problem />
        <h2>Your account</h2>
        <Field name="name" label="Your name" required autoComplete="name" />
        <Field name="email" label="Email" type="email" required autoComplete="username" />
        <Field name="phone" label="Phone" type="tel" required autoComplete="tel" />
        <NewPasswordField name="password" label="Password" hint="At least 8 characters." />
        <h2>Your company</h2>
        <Field name="company" label="Company" required autoComplete="organization" />
        <Field name="company_phone" label="Phone for patients (optional)" type="tel" autoComplete="off" />
        <Field
          name="support_hours"
          label="Hours for calls (optional)"
          hint="For example: Monday to Friday, 8 AM to 5 PM Eastern Time."
          maxLength={200}
          autoComplete="off"
        />
        <TextField
          name="privacy_notice"
          label="Privacy notice (optional)"
          hint={addressOrTextHint}
          rows={2}
          maxLength={20_000}
        />
        <Field
          name="database"
          label="Brightree database (optional)"
          hint="Only if you use Brightree: the name of your database there, for example QHMS."
          maxLength={40}
          autoComplete="off"
        />
        <Check
          name="sms_optional"
          label="Patients may book without agreeing to texts"
          aria-describedby="sms_optional-hint"
        />
        <p className="hint" id="sms_optional-hint">
          Recommended. Patients can then choose email or phone calls. Carriers reject texting campaigns that
          require consent to book.
        </p>
        {host && (
          <p className="hint">
            {isLocalAddress(`http://${host}`)
              ? `Links to patients will start with ${host}, which works only on this machine. To use another address, open this page there.`
              : `Links to patients will start with ${host}, the address that you use now. To use another address, open this page there.`}
          </p>
        )}
        <Button size="wide">Set up</Button>
      </PostForm>
    </PatientShell>
  );
}
