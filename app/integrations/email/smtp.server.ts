import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:net";
import type { Readable } from "node:stream";
import { isLocalAddress, type MailServer } from "~/core/settings/mail-server.server";
import { minute, second } from "~/core/time";
import { ProviderProblem } from "../provider-problem";
import type { EmailProvider, OutgoingEmail } from "./email-provider";

// A server may take this long to confirm a message (RFC 5321, 4.5.3.2.6). Giving up sooner could send it twice.
const longestSilence = 10 * minute;

// Firewalls drop idle connections. The next message on a dropped connection would wait for the full timeout.
const idleTimeout = 30 * second;

const connectWithin = 10 * second;

/** Each email that isn't confirmed yet uses one connection. */
export const maxConnections = 50;

/** Sends email through an SMTP server. Loads nodemailer on first use. */
export async function smtpEmail(server: MailServer, from: string): Promise<EmailProvider> {
  const { createTransport } = await import("nodemailer");
  const { host, port, secure, clearText, auth } = server;
  const transport = createTransport({
    host,
    port,
    secure,
    ...(auth && { auth }),
    ...(clearText ? { ignoreTLS: true, getSocket: localSocket(host, port) } : { requireTLS: !secure }),
    pool: true,
    maxConnections,
    idleTimeout,
    connectionTimeout: connectWithin,
    greetingTimeout: connectWithin,
    socketTimeout: longestSilence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const messages = new Map<string, Readable>();
  // nodemailer reads the message only after the server has asked for it.
  transport.use("stream", (mail, done) => {
    mail.message.processFunc((message: Readable) => {
      messages.set(mail.data.messageId ?? "", message);
      return message;
    });
    done();
  });
  return {
    async send(email) {
      try {
        await transport.sendMail({ ...mailOptions(email), from });
      } catch (error) {
        throw problemOf(error as SendError, messages.get(email.messageId)?.readableEnded ?? false);
      } finally {
        messages.delete(email.messageId);
      }
      return { delivered: false };
    },
    close: () => transport.close({ force: true }),
  };
}

type GetSocket = (options: unknown, done: (error: Error | null, socket?: object) => void) => void;

/** Connects without TLS if all of the host's addresses are local. */
function localSocket(host: string, port: number): GetSocket {
  const open = async () => {
    const addresses = await lookup(host, { all: true });
    if (!addresses.every(({ address }) => isLocalAddress(address))) {
      throw new ProviderProblem(
        "The mail server has a public address, so it can't be used without encryption. Nothing was sent. Turn on encryption under Settings → Email.",
      );
    }
    const socket = connect({ host, port, lookup: (_name, _options, found) => found(null, addresses) });
    try {
      await once(socket, "connect", { signal: AbortSignal.timeout(connectWithin) });
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return socket;
  };
  return (_options, done) => {
    open().then((connection) => done(null, { connection }), done);
  };
}

function mailOptions({ calendar, ...email }: OutgoingEmail) {
  return {
    ...email,
    // Suppresses automatic replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    ...(calendar && {
      icalEvent: {
        method: calendar.method,
        filename: calendar.method === "CANCEL" ? "canceled.ics" : "invite.ics",
        content: calendar.text,
      },
    }),
  };
}

interface SendError {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  command?: string;
}

const certificateProblems: Record<string, string | undefined> = {
  CERT_HAS_EXPIRED: "It has expired.",
  CERT_NOT_YET_VALID: "It is not valid yet.",
  ERR_TLS_CERT_ALTNAME_INVALID: "It is for a different host name than the one under Settings → Email.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "It is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "This server doesn't trust the certificate authority.",
  UNABLE_TO_GET_ISSUER_CERT: "This server doesn't trust the certificate authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "This server doesn't trust the certificate authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "This server doesn't trust the certificate authority.",
};

const isAboutCertificate = (code: string) => /CERT|^INVALID_(CA|PURPOSE)$|PATH_LENGTH|SIGNATURE/.test(code);
const isAboutTls = (code: string) => code === "ETLS" || code === "EPROTO" || code.startsWith("ERR_SSL");

/** @param sentWhole true if the complete message was sent, including its end marker */
function problemOf(error: SendError | ProviderProblem, sentWhole: boolean): ProviderProblem {
  if (error instanceof ProviderProblem) return error;
  const { code = null, originalCode, responseCode, command } = error;
  const cause = originalCode ?? code ?? "";
  if (command === "STARTTLS" || (command === "EHLO" && (responseCode ?? 0) >= 500)) {
    return new ProviderProblem(
      "The mail server does not offer encryption (STARTTLS). Nothing was sent. Check Settings → Email.",
      { code: responseCode ? String(responseCode) : code },
    );
  }
  if (code === "EAUTH") {
    return new ProviderProblem(
      "The mail server did not accept the user name and password. Check Settings → Email.",
      {
        code: responseCode ? String(responseCode) : code,
      },
    );
  }
  if (responseCode === undefined) {
    if (sentWhole) {
      return new ProviderProblem("The mail server did not confirm this email.", { code, inDoubt: true });
    }
    if (isAboutCertificate(cause)) {
      const why = certificateProblems[cause] ?? "";
      return new ProviderProblem(`The mail server's certificate was rejected. ${why}`.trim(), {
        code: cause,
      });
    }
    const message = isAboutTls(cause)
      ? "The encrypted connection to the mail server failed. Check the port under Settings → Email."
      : "The mail server could not be reached.";
    return new ProviderProblem(message, { code: cause || null });
  }
  const number = String(responseCode);
  if (responseCode >= 500) {
    const message =
      command === "RCPT TO" || code === "EENVELOPE"
        ? "The mail server doesn't recognize this address or rejects it."
        : "The mail server rejected this email.";
    return new ProviderProblem(message, { code: number, permanent: true });
  }
  return new ProviderProblem("The mail server can't accept this email right now.", { code: number });
}
