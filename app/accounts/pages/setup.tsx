import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { isSetupLink, SetUp, setUp } from "~/accounts/setup.server";
import { NewPassword } from "~/accounts/ui/new-password";
import { Refusal } from "~/core/refusal";
import { enterWith } from "~/http/access/session.server";
import { loadPage, submitForm } from "~/http/page.server";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { PatientShell } from "~/ui/shells/patient-shell";

export const meta = () => [{ title: "Set up Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  const input = z.object({ token: z.string().max(100) });
  return loadPage(args, { allow: "anyone", input }, async ({ app, input }) => {
    if (!(await isSetupLink(app.reads, input.token))) {
      throw new Refusal("missing", "This link has already been used. Please sign in.");
    }
    return null;
  });
}

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: "anyone", input: SetUp }, async ({ app, who, input }) => {
    const agent = args.request.headers.get("user-agent");
    const answer = await setUp(app, { ...input, address: who.address, agent });
    if ("token" in answer) await enterWith(args, "staff", answer.token);
    return redirect("/admin", 303);
  });

export default function Setup() {
  return (
    <PatientShell
      width="card"
      help="Need help? See docs/guide.md for the first day. Restart Firstnight to print a new link."
    >
      <h1>Set up Firstnight</h1>
      <p>This page creates the first admin. It works only once.</p>
      <PostForm className="panel">
        <Problem />
        <h2>You</h2>
        <Field name="name" label="Your name" required autoComplete="name" />
        <Field name="email" label="Email" type="email" required autoComplete="username" />
        <Field name="phone" label="Phone" type="tel" required autoComplete="tel" />
        <NewPassword name="password" label="Password" hint="At least 8 characters." />
        <h2>Your company</h2>
        <Field name="company" label="Company" required autoComplete="organization" />
        <Field name="company_phone" label="Phone for patients (optional)" type="tel" autoComplete="off" />
        <Field
          name="database"
          label="Database"
          hint="The database name in your order system, for example QHMS. Without an order system, any short name."
          required
          autoComplete="off"
        />
        <Button size="wide">Set up</Button>
      </PostForm>
    </PatientShell>
  );
}
