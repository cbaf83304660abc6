import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { App } from "~/boot/app.server";
import { emailAddress } from "~/core/fields";
import { parsePhone } from "~/core/phone";
import { invalidField, Refusal } from "~/core/refusal";
import { type MailServer, mayBeLocal, SmtpUrl } from "~/core/settings/mail-server.server";
import type { Staff } from "~/core/who";
import { isPrivateAddress, isPrivateHost } from "~/integrations/requests/private-address.server";
import { previewSettings, type SettingChanges, saveSettings } from "./save-settings.server";
import type { SaveEmail, SaveTexts } from "./settings-schema";
import { tryProvider } from "./try-provider.server";

/** The result of a save: the provider accepted a test first, or it was saved without one. */
type Saved = "tested" | "untested" | "off" | "unchanged";

interface Test {
  channel: "sms" | "email";
  to: string;
  isSkipped: boolean;
  /** Added to the refusal, because a form never contains a secret again. */
  again: string;
}

const names = {
  sms: { test: "test text", before: "Texts still use the previous settings.", off: "Texts are still off." },
  email: {
    test: "test email",
    before: "Email still uses the previous settings.",
    off: "Email is still off.",
  },
};

/** Saves the account's settings after Twilio accepted a test text. @throws Refusal if it didn't */
export function saveTexts(app: App, who: Staff, input: SaveTexts): Promise<Saved> {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = input;
  const changes: SettingChanges = {
    ...(input.SMS_PROVIDER && { SMS_PROVIDER: input.SMS_PROVIDER === "twilio" ? "twilio" : null }),
    ...(sid !== undefined && { TWILIO_ACCOUNT_SID: sid || null }),
    ...(from !== undefined && { TWILIO_FROM: (parsePhone(from) ?? from) || null }),
    ...(input.TWILIO_MESSAGING_SERVICE_SID !== undefined && {
      TWILIO_MESSAGING_SERVICE_SID: input.TWILIO_MESSAGING_SERVICE_SID || null,
    }),
  };
  const isOtherAccount = sid !== undefined && sid !== (app.settings.saved().TWILIO_ACCOUNT_SID ?? "");
  if (token) changes.TWILIO_AUTH_TOKEN = token;
  else if (isOtherAccount) changes.TWILIO_AUTH_TOKEN = null;
  const test: Test = {
    channel: "sms",
    to: parsePhone(input.test_to) ?? "",
    isSkipped: input.untested,
    again: token ? " Enter the auth token again." : "",
  };
  return saveTested(app, who, changes, test);
}

/** Saves the mail server's settings after it accepted a test email. @throws Refusal if it didn't */
export async function saveEmail(app: App, who: Staff, input: SaveEmail): Promise<Saved> {
  const changes: SettingChanges = {
    ...(input.MAIL_FROM !== undefined && { MAIL_FROM: input.MAIL_FROM || null }),
    ...(input.email && { SMTP_URL: input.email === "off" ? null : await smtpUrlOf(app, input) }),
  };
  const test: Test = {
    channel: "email",
    to: emailAddress.safeParse(input.test_to).data ?? "",
    isSkipped: input.untested,
    again: input.password ? " Enter the password again." : "",
  };
  return saveTested(app, who, changes, test);
}

async function saveTested(app: App, who: Staff, wanted: SettingChanges, test: Test): Promise<Saved> {
  const { channel, to } = test;
  const { changes, live } = previewSettings(app, wanted);
  if (changes.length === 0) return "unchanged";
  const isOn = channel === "sms" ? live.twilio !== null : live.mail.server !== null;
  if (isOn && app.config.demo) {
    throw new Refusal(
      "conflict",
      "The demo never sends texts or email. Set them up in your own installation.",
    );
  }
  if (!isOn || test.isSkipped) {
    await saveSettings(app, who, wanted);
    return isOn ? "untested" : "off";
  }
  if (!to) {
    throw invalidField(
      "test_to",
      channel === "sms" ? "Enter your mobile number." : "Enter your email address.",
    );
  }
  const { state, reason } = await tryProvider(app, who, live, { channel, to });
  if (state !== "sent") {
    const { config } = app;
    const wasOn = channel === "sms" ? config.twilio !== null : config.mail.server !== null;
    const { test: what, before, off } = names[channel];
    const message = `Nothing was saved, because the ${what} failed: ${reason ?? "the provider gave no reason."} ${wasOn ? before : off}${test.again}`;
    throw new Refusal("conflict", message);
  }
  await saveSettings(app, who, wanted, [channel]);
  return "tested";
}

/** The parts of a saved mail server; null if none is saved. */
export const savedMailServer = ({ settings }: Pick<App, "settings">): MailServer | null =>
  SmtpUrl.safeParse(settings.saved().SMTP_URL).data ?? null;

/** An empty password keeps the saved one for the same server and user, and is never sent to another server. */
async function smtpUrlOf(
  app: App,
  { host: typed, port, security, user, password }: SaveEmail,
): Promise<string> {
  const host = typed.toLowerCase();
  if (!isIP(host) && !/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(host)) {
    throw invalidField("host", "Enter the mail server's host, like smtp.clinic.example.");
  }
  await refusePrivateHost(app, host);
  if (security === "none" && !mayBeLocal(host)) {
    throw invalidField(
      "security",
      "Without encryption, only a mail server on this machine or on a private network can be used.",
    );
  }
  const saved = savedMailServer(app);
  const isSame = saved?.host === host && (saved.auth?.user ?? "") === user;
  const pass = password || (isSame ? saved.auth?.pass : "") || "";
  if (user && !pass) throw invalidField("password", "Enter the password of this user.");
  const auth = user ? `${encodeURIComponent(user)}:${encodeURIComponent(pass)}@` : "";
  const scheme = security === "tls" ? "smtps" : "smtp";
  const place = `${isIP(host) === 6 ? `[${host}]` : host}${port && `:${port}`}`;
  return `${scheme}://${auth}${place}${security === "none" ? "?tls=off" : ""}`;
}

async function refusePrivateHost({ config }: App, host: string): Promise<void> {
  if (config.privateHosts.includes(host)) return;
  const addresses = await lookup(host, { all: true }).catch(() => []);
  if (!isPrivateHost(host) && !addresses.some(({ address }) => isPrivateAddress(address))) return;
  throw invalidField(
    "host",
    "This host is the server itself or is on a private network. To allow it, the person who runs the server adds it to ALLOW_PRIVATE_HOSTS.",
  );
}
