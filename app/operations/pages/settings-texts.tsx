import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findUserRow } from "~/accounts/users/users.server";
import { formatPhone } from "~/core/phone";
import { invalidField, Refusal } from "~/core/refusal";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { describeUnsent, isAllSent, isSetUp } from "~/messages/sending-outcome.server";
import { Button } from "~/ui/components/button";
import { Check, Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { operationsFlash } from "../flash";
import { listSettings } from "../settings/list-settings.server";
import { saveTexts } from "../settings/save-sending.server";
import { saveSettings } from "../settings/save-settings.server";
import { SaveTexts } from "../settings/settings-schema";
import { sendTestMessage } from "../setup/send-test-message.server";
import { SettingField } from "../ui/setting-field";
import { LocalAddressNotice, SettingsPage } from "../ui/settings-page";

const here = "/admin/settings/texts";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Texts – Settings – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app, who }) => ({
    settings: listSettings(app, "texts"),
    ownPhone: (await findUserRow(app.reads, who.userId)).phone,
    isOn: isSetUp(app, "sms"),
    publicUrl: app.config.publicUrl,
    toast: await takeFlash(args, operationsFlash),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: SaveTexts }, async ({ app, who, input }) => {
    const back = (flash: Parameters<typeof redirectWithFlash<typeof operationsFlash>>[2]) =>
      redirectWithFlash<typeof operationsFlash>(args, here, flash);
    if (input.act === "test") {
      const outcomes = await sendTestMessage(app, who, "sms");
      if (!isAllSent(outcomes)) throw new Refusal("conflict", describeUnsent(outcomes));
      return back(app.config.demo ? "test-stored" : ["test-sent", "sms"]);
    }
    if (input.act === "hours") {
      const { hours_from: from, hours_to: to } = input;
      if (from === undefined || to === undefined || from >= to) {
        throw invalidField("hours_to", "Choose an hour after the first one.");
      }
      const isChanged = await saveSettings(app, who, { QUIET_HOURS: `${from}-${to}` });
      return back(isChanged ? "settings-saved" : "settings-unchanged");
    }
    const saved = await saveTexts(app, who, input);
    if (saved === "tested") return back(["settings-tested", "sms"]);
    if (saved === "off") return back(["sending-off", "sms"]);
    return back(`settings-${saved}`);
  });

export default function SettingsTexts() {
  const { settings, ownPhone, isOn, publicUrl, toast } = useLoaderData<typeof loader>();
  const account = settings.filter(({ name }) => name !== "QUIET_HOURS");
  const hours = settings.filter(({ name }) => name === "QUIET_HOURS");
  const mayChange = account.some(({ source }) => source !== "environment");
  return (
    <SettingsPage current={here} toast={toast}>
      <Problem />
      <LocalAddressNotice publicUrl={publicUrl}>
        Links in texts start with {publicUrl}, which works only on this machine, and Twilio can't deliver
        replies to it.
      </LocalAddressNotice>
      <PostForm className="panel reading">
        <h2>Twilio</h2>
        {account.map((setting) => (
          <SettingField key={setting.name} setting={setting} />
        ))}
        <p className="soft">
          In the Twilio console, set “A message comes in” for the number or the Messaging Service to{" "}
          <span className="copyable">{publicUrl}/api/sms/inbound</span>
        </p>
        {mayChange && (
          <>
            <Field
              name="test_to"
              label="Your mobile number, for the test text"
              hint="If Twilio doesn't accept the test, nothing is saved."
              type="tel"
              autoComplete="tel"
              value={ownPhone ? formatPhone(ownPhone) : ""}
              maxLength={40}
            />
            <Check name="untested" value="on" label="Save without a test. If a value is wrong, texts fail." />
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
          <p>Sends a text to the phone number of your user with the settings in effect.</p>
          <Button look="quiet" name="act" value="test">
            Send a test text
          </Button>
        </form>
      )}
      <PostForm className="panel reading">
        <h2>Hours for automated texts</h2>
        <p>
          Reminders and other automated texts are sent only in these hours, in the patient's time zone. Texts
          that are due at other times wait.
        </p>
        {hours.map((setting) => (
          <SettingField key={setting.name} setting={setting} />
        ))}
        {hours.some(({ source }) => source !== "environment") && (
          <p className="buttons">
            <Button name="act" value="hours">
              Save hours
            </Button>
          </p>
        )}
      </PostForm>
    </SettingsPage>
  );
}
