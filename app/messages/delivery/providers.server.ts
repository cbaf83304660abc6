import type { App } from "~/boot/app.server";
import { demoEmail } from "~/integrations/email/demo-email.server";
import type { EmailProvider } from "~/integrations/email/email-provider";
import { smtpEmail } from "~/integrations/email/smtp.server";
import { demoSms } from "~/integrations/sms/demo-sms.server";
import type { SmsProvider } from "~/integrations/sms/sms-provider";
import { twilioSms } from "~/integrations/sms/twilio.server";

export interface Providers {
  sms: SmsProvider;
  email: EmailProvider;
}

export async function openProviders({ config }: Pick<App, "config">): Promise<Providers> {
  return {
    sms: config.twilio ? await twilioSms(config.twilio, `${config.publicUrl}/api/sms/status`) : demoSms,
    email: await openEmail({ config }),
  };
}

export async function openEmail({ config }: Pick<App, "config">): Promise<EmailProvider> {
  const { server, from } = config.mail;
  return server ? smtpEmail(server, from) : demoEmail;
}
