import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Refusal } from "~/core/refusal";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { describeUnsent, isAllSent, isSetUp } from "~/messages/sending-outcome.server";
import { Button } from "~/ui/components/button";
import { Check, Choice, Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { operationsFlash } from "../flash";
import { viewSetting } from "../settings/list-settings.server";
import { savedMailServer, saveEmail } from "../settings/save-sending.server";
import { SaveEmail } from "../settings/settings-schema";
import { sendTestMessage } from "../setup/send-test-message.server";
import { FixedSetting, SettingField } from "../ui/setting-field";
import { LocalAddressNotice, SettingsPage } from "../ui/settings-page";

const here = "/admin/settings/email";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Email – Settings – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app, who }) => {
    const saved = savedMailServer(app);
    return {
      smtp: viewSetting(app, "SMTP_URL"),
      sender: viewSetting(app, "MAIL_FROM"),
      saved: saved && {
        host: saved.host,
        port: saved.port,
        security: saved.clearText ? "none" : saved.secure ? "tls" : "starttls",
        user: saved.auth?.user ?? "",
        hasPassword: saved.auth !== null,
      },
      isOn: isSetUp(app, "email"),
      ownEmail: who.email,
      publicUrl: app.config.publicUrl,
      toast: await takeFlash(args, operationsFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SaveEmail }, async ({ app, who, input }) => {
    const back = (flash: Parameters<typeof redirectWithFlash<typeof operationsFlash>>[2]) =>
      redirectWithFlash<typeof operationsFlash>(args, here, flash);
    if (input.act === "test") {
      const outcomes = await sendTestMessage(app, who, "email");
      if (!isAllSent(outcomes)) throw new Refusal("conflict", describeUnsent(outcomes));
      return back(app.config.demo ? "test-stored" : ["test-sent", "email"]);
    }
    const saved = await saveEmail(app, who, input);
    if (saved === "tested") return back(["settings-tested", "email"]);
    if (saved === "off") return back(["sending-off", "email"]);
    return back(`settings-${saved}`);
  });

export default function SettingsEmail() {
  const { smtp, sender, saved, isOn, ownEmail, publicUrl, toast } = useLoaderData<typeof loader>();
  const isFixed = smtp.source === "environment";
  const mayChange = !isFixed || sender.source !== "environment";
  return (
    <SettingsPage current={here} toast={toast}>
      <Problem />
      <LocalAddressNotice publicUrl={publicUrl}>
        Links in emails start with {publicUrl}, which works only on this machine.
      </LocalAddressNotice>
      <PostForm className="panel reading">
        <h2>Mail server</h2>
        {isFixed ? (
          <FixedSetting setting={smtp} />
        ) : (
          <>
            <Choice name="email" label="Email" value={saved ? "smtp" : "off"}>
              <option value="off">Don't send email</option>
              <option value="smtp">Send email through a mail server (SMTP)</option>
            </Choice>
            <Field
              name="host"
              label="Host"
              hint="For example: smtp.clinic.example"
              value={saved?.host ?? ""}
              maxLength={253}
              autoComplete="off"
            />
            <div className="pair">
              <Choice name="security" label="Encryption" value={saved?.security ?? "starttls"}>
                <option value="starttls">STARTTLS (usually port 587)</option>
                <option value="tls">TLS (usually port 465)</option>
                <option value="none">None, on a private network only</option>
              </Choice>
              <Field
                name="port"
                label="Port (optional)"
                inputMode="numeric"
                value={saved ? String(saved.port) : ""}
                maxLength={5}
                autoComplete="off"
              />
            </div>
            <div className="pair">
              <Field
                name="user"
                label="User (optional)"
                value={saved?.user ?? ""}
                maxLength={300}
                autoComplete="off"
              />
              <Field
                name="password"
                label="Password"
                hint={saved?.hasPassword ? "Saved. Leave this empty to keep it." : undefined}
                type="password"
                maxLength={300}
                autoComplete="off"
              />
            </div>
          </>
        )}
        <SettingField setting={sender} />
        {mayChange && (
          <>
            <Field
              name="test_to"
              label="Your email address, for the test email"
              hint="If the mail server doesn't accept the test, nothing is saved."
              type="email"
              autoComplete="email"
              value={ownEmail}
              maxLength={254}
            />
            <Check
              name="untested"
              value="on"
              label="Save without a test. If a value is wrong, emails fail."
            />
            <p className="buttons">
              <Button name="act" value="save">
                Test and save
              </Button>
            </p>
          </>
        )}
      </PostForm>
      {isOn && (
        <form method="post" className="panel reading">
          <h2>Test</h2>
          <p>Sends an email to {ownEmail} with the settings in effect.</p>
          <Button look="quiet" name="act" value="test">
            Send a test email
          </Button>
        </form>
      )}
    </SettingsPage>
  );
}
