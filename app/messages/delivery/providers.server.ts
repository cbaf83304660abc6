import type { App } from "~/boot/app.server";
import type { Config } from "~/config.server";
import type { EmailProvider } from "~/integrations/email/email-provider";
import { smtpEmail } from "~/integrations/email/smtp.server";
import { demoSms } from "~/integrations/sms/demo-sms.server";
import type { SmsProvider } from "~/integrations/sms/sms-provider";
import { twilioSms } from "~/integrations/sms/twilio.server";

export interface Providers {
  sms: SmsProvider;
  email: EmailProvider;
}

type Sending = Pick<Config, "twilio" | "mail" | "publicUrl">;

export async function openProviders(config: Sending): Promise<Providers> {
  const { twilio, publicUrl } = config;
  return {
    sms: twilio ? await twilioSms(twilio, `${publicUrl}/api/sms/status`) : demoSms,
    email: await openEmail({ config }),
  };
}

export async function openEmail({ config }: { config: Sending }): Promise<EmailProvider> {
  const { server, from } = config.mail;
  return server ? smtpEmail(server, from) : demoEmail;
}

/** Opens the providers of the settings in effect once, and again after an admin changed them. */
export function currentProviders({ config }: Pick<App, "config">) {
  let opened:
    | { twilio: unknown; mail: unknown; publicUrl: string; providers: Promise<Providers> }
    | undefined;
  const isCurrent = () =>
    opened?.twilio === config.twilio && opened.mail === config.mail && opened.publicUrl === config.publicUrl;
  return {
    /** @param replaced is called with the previous providers, whose attempts may still be under way */
    open(replaced: (previous: Providers) => void): Promise<Providers> {
      if (opened && isCurrent()) return opened.providers;
      const previous = opened?.providers;
      const { twilio, mail, publicUrl } = config;
      const providers = openProviders(config);
      opened = { twilio, mail, publicUrl, providers };
      providers.catch(() => {
        if (opened?.providers === providers) opened = undefined;
      });
      previous?.then(replaced, () => {});
      return providers;
    },
    async close(): Promise<void> {
      if (opened) (await opened.providers).email.close();
    },
  };
}

const demoEmail: EmailProvider = {
  send: async () => ({ delivered: true }),
  close() {},
};
