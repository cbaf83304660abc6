import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { Button, QuietLink } from "~/ui/components/button";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { requireSso } from "../sso-settings.server";
import { type SsoTest, testSso } from "../test-sso.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Test single sign-on – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => {
    await requireSso(app.reads);
    return null;
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"] }, async ({ app, who }) => json({ tested: await testSso(app, who) }));

export default function TestSingleSignOn() {
  const tested = (useActionData() as { tested?: SsoTest } | undefined)?.tested;
  return (
    <StaffShell title="Test single sign-on" here="/admin/single-sign-on">
      <PostForm className="panel reading">
        <Problem />
        {tested ? (
          <Notice tone={tested.ok ? "good" : "bad"}>
            {tested.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        ) : (
          <p>This requests the provider's public settings and shows the result.</p>
        )}
        <p className="buttons">
          <Button>{tested ? "Test again" : "Test the connection"}</Button>
          <QuietLink href="/admin/single-sign-on">Back</QuietLink>
        </p>
      </PostForm>
      <section className="panel reading" aria-labelledby="trial-title">
        <h2 id="trial-title">Test sign-in</h2>
        <p>
          Sign in with the provider to see what it sends: the email address, the claim values for roles, and
          the resulting roles in Firstnight. This changes nothing, and you stay signed in.
        </p>
        <p className="buttons">
          <QuietLink href="/sso?trial=1">Test sign-in</QuietLink>
        </p>
      </section>
    </StaffShell>
  );
}
