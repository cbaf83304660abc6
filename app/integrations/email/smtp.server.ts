import type { MailSettings } from "~/core/settings/sending.server";
import { second } from "~/core/time";
import { ProviderProblem } from "../provider-problem";
import type { EmailProvider, OutgoingEmail } from "./email-provider";

/** Sends e-mails through the SMTP server of SMTP_URL. nodemailer is loaded here and nowhere before. */
export async function smtpEmail({ smtpUrl, from }: MailSettings): Promise<EmailProvider> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: smtpUrl ?? "",
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 15 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(email) {
      await transport.sendMail({ ...letterOf(email), from }).catch(explain);
      return { delivered: false };
    },
    close: () => transport.close(),
  };
}

function letterOf({ calendar, ...email }: OutgoingEmail) {
  return {
    ...email,
    // Mailing lists and absence notices need not answer.
    headers: { "Auto-Submitted": "auto-generated" },
    ...(calendar && {
      icalEvent: {
        method: calendar.method,
        filename: calendar.method === "CANCEL" ? "cancelled.ics" : "invite.ics",
        content: calendar.text,
      },
    }),
  };
}

/** What nodemailer throws: the server's answer with its number, or a broken connection with its name. */
interface Thrown {
  code?: string;
  responseCode?: number;
  command?: string;
}

function explain({ code, responseCode, command }: Thrown): never {
  if (responseCode === undefined) {
    // Until the text itself was on its way, the server can't have taken it.
    const inDoubt = command === "DATA" || command === undefined;
    throw new ProviderProblem("The mail server could not be reached.", { code: code ?? null, inDoubt });
  }
  const number = String(responseCode);
  if (code === "EAUTH") {
    throw new ProviderProblem(
      "The mail server did not accept our name and password. Please check SMTP_URL.",
      {
        code: number,
      },
    );
  }
  if (responseCode >= 500) {
    const words =
      command === "RCPT TO" || code === "EENVELOPE"
        ? "The mail server does not know this address, or refuses it."
        : "The mail server refused this e-mail.";
    throw new ProviderProblem(words, { code: number, permanent: true });
  }
  throw new ProviderProblem("The mail server could not take this e-mail just now.", { code: number });
}
