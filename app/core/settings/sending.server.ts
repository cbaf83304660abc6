import * as z from "zod";
import { type MailServer, SmtpUrl } from "./mail-server.server";

export const TwilioEnvironment = z.object({
  TWILIO_ACCOUNT_SID: z.string().startsWith("AC", "must begin with AC").optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^\+\d{7,15}$|^\d{5,6}$/, "must be a number like +19195550100")
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z.string().startsWith("MG", "must begin with MG").optional(),
  TWILIO_API_BASE: z
    .url({ protocol: /^https?$/, error: "must be an address like http://127.0.0.1:4010" })
    .optional(),
});

/** "off": email is off, even if an admin saved a mail server. The output is null then. */
const SmtpSetting = z.string().transform((typed, context): MailServer | null => {
  if (typed === "off") return null;
  const { data, error } = SmtpUrl.safeParse(typed);
  for (const { message } of error?.issues ?? []) context.addIssue({ code: "custom", message });
  return data ?? z.NEVER;
});

export const MailEnvironment = z.object({
  SMTP_URL: SmtpSetting.optional(),
  MAIL_FROM: z
    .string()
    .max(300)
    .regex(/^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
      error: "must be an address like Clinic <visits@clinic.example>",
    })
    .optional(),
});

/** Hours of the day; `to` is exclusive. */
export interface TextHours {
  from: number;
  to: number;
}

/** "9-20": automated texts are sent from 9:00 to 20:00. "off": at any hour. */
export const QuietHours = z
  .string()
  .default("9-20")
  .transform((text, context): TextHours => {
    if (text === "off") return { from: 0, to: 24 };
    const [, from, to] = /^(\d{1,2})(?::00)?-(\d{1,2})(?::00)?$/.exec(text.trim()) ?? [];
    const hours = { from: Number(from), to: Number(to) };
    if (from !== undefined && hours.from < hours.to && hours.to <= 24) return hours;
    context.addIssue({
      code: "custom",
      message: "must be the hours when texts are sent, like 9-20, or off",
    });
    return z.NEVER;
  });

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  sender: { from: string } | { messagingServiceSid: string };
  apiBase: string | null;
}

export interface MailSettings {
  server: MailServer | null;
  from: string;
  address: string;
  name: string;
}

export function sendingProblems(set: Record<string, unknown>): string[] {
  const problems: string[] = [];
  if (set.SMS_PROVIDER === "twilio") {
    for (const name of ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "PUBLIC_URL"]) {
      if (!set[name]) problems.push(`${name}: is required with SMS_PROVIDER=twilio`);
    }
    if (!set.TWILIO_FROM && !set.TWILIO_MESSAGING_SERVICE_SID) {
      problems.push("TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID: is required with SMS_PROVIDER=twilio");
    }
  }
  if (set.SMTP_URL && set.SMTP_URL !== "off" && !set.MAIL_FROM)
    problems.push("MAIL_FROM: is required with SMTP_URL");
  return problems;
}

/** Call this only if `sendingProblems` found no problems. */
export function twilioSettings(env: z.output<typeof TwilioEnvironment>): TwilioSettings {
  const { TWILIO_FROM: from = "", TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid } = env;
  return {
    accountSid: env.TWILIO_ACCOUNT_SID ?? "",
    authToken: env.TWILIO_AUTH_TOKEN ?? "",
    sender: messagingServiceSid ? { messagingServiceSid } : { from },
    apiBase: env.TWILIO_API_BASE ?? null,
  };
}

export function mailSettings(env: z.output<typeof MailEnvironment>, publicUrl: string): MailSettings {
  const from = env.MAIL_FROM ?? `Firstnight <visits@${new URL(publicUrl).hostname}>`;
  const [, name, address] = /^([^<]*)<([^>]+)>$/.exec(from) ?? [];
  return {
    server: env.SMTP_URL ?? null,
    from,
    address: address ?? from,
    name: name?.trim().replace(/^"|"$/g, "") || "Firstnight",
  };
}
