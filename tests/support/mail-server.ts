import type { Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { hour } from "~/core/time";
import { atEnd } from "./cleanup";

/** A received email. */
export interface Arrived extends Email {
  /** The SMTP envelope's recipients. */
  recipients: string[];
  raw: string;
}

/** How the server responds to a message: it confirms it, waits first, or hangs up. */
type AfterData = (recipient: string) => Promise<void> | "hang up" | undefined;

/**
 * Starts a real SMTP server in this process.
 *
 * @param refuse returns the SMTP error code for a recipient, or undefined to accept it
 * @param options the server's options; by default, it has no encryption
 */
export async function startMailServer(
  refuse: (recipient: string) => number | undefined = () => undefined,
  options: SMTPServerOptions = { disabledCommands: ["STARTTLS", "AUTH"] },
) {
  const arrived: Arrived[] = [];
  const encrypted: boolean[] = [];
  const state = { refuse, afterData: (() => undefined) as AfterData };
  const server = new SMTPServer({
    authOptional: true,
    socketTimeout: hour,
    ...options,
    onRcptTo({ address }, _session, callback) {
      const responseCode = state.refuse(address);
      if (responseCode === undefined) return callback();
      callback(Object.assign(new Error("not now or not here"), { responseCode }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString();
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        encrypted.push(session.secure);
        PostalMime.parse(raw)
          .then(async (email) => {
            arrived.push({ ...email, recipients, raw });
            const next = state.afterData(recipients[0] ?? "");
            if (next === "hang up") for (const socket of sockets) socket.destroy();
            else await next;
            callback();
          })
          .catch(callback);
      });
    },
  });
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => sockets.add(socket));
  // A client that drops a connection must not crash the server.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  atEnd(() => new Promise<void>((resolve) => server.close(resolve)));
  return {
    arrived,
    /** Whether each message arrived over TLS. */
    encrypted,
    port,
    sockets,
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${port}?tls=off`,
      MAIL_FROM: "Clinic <visits@clinic.example>",
    },
    refuse(rule: typeof refuse) {
      state.refuse = rule;
    },
    afterData(rule: AfterData) {
      state.afterData = rule;
    },
  };
}

/** Returns the attached invitation: the method of its MIME part, the parsed part, and the raw file. */
export function invitationOf(email: Arrived) {
  const type = /content-type: text\/calendar[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/i.exec(email.raw)?.[0] ?? "";
  const part = email.attachments.find(({ mimeType }) => mimeType === "text/calendar")?.content;
  const file = /content-type: application\/ics[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/i.exec(email.raw)?.[1] ?? "";
  return {
    method: /method=("?)(\w+)\1/i.exec(type)?.[2],
    part: typeof part === "string" ? part : new TextDecoder().decode(part as ArrayBuffer),
    file: Buffer.from(file, "base64").toString(),
  };
}

/** Returns one property of an iCalendar text. */
export function propertyOf(calendar: string, name: string): string | undefined {
  const unfolded = calendar.replace(/\r\n[ \t]/g, "");
  return new RegExp(`^${name}[;:](.*)$`, "m").exec(unfolded)?.[1]?.trim();
}
