import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "./cleanup";

/** A text stored by the provider. */
export interface FakeMessage {
  sid: string;
  to: string;
  from: string | null;
  messagingServiceSid: string | null;
  body: string;
  statusCallback: string | null;
  status: string;
  createdAt: Date;
}

/** The outcome of one attempt to send. */
interface Outcome {
  /** An error in Twilio's format. */
  error?: { status: number; code?: number; retryAfter?: number };
  /** The provider accepts the text after this resolves. */
  before?: Promise<unknown>;
  /** Delay of the response, in milliseconds or as a promise. The text is accepted before the delay. */
  delay?: number | Promise<unknown>;
  /** The text is accepted, but the connection breaks before or during the response. */
  cut?: boolean | "in the middle";
  /** The text is accepted, and the response arrives byte by byte and never ends. */
  endless?: boolean;
  /** The text is accepted, but a proxy in between returns this response. */
  says?: { status: number; body: string };
}

type Script = (attempt: { to: string; body: string; nth: number }) => Outcome | undefined;

export type FakeTwilio = Awaited<ReturnType<typeof startFakeTwilio>>;

const accountSid = `AC${"0".repeat(32)}`;
const authToken = "the fake account's token";

/** Signs a URL and its sorted fields as Twilio's documentation describes. */
export function signatureOf(token: string, url: string, fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((all, name) => all + name + fields[name], url);
  return createHmac("sha1", token).update(text).digest("base64");
}

/** Starts a fake Twilio over real HTTP that accepts and lists texts, fails on demand, and sends signed callbacks. */
export async function startFakeTwilio(script: Script = () => undefined) {
  const messages: FakeMessage[] = [];
  const state = { script, attempts: 0, searches: 0, hidesMessages: false };

  async function create(form: URLSearchParams, answer: ServerResponse): Promise<void> {
    const to = form.get("To") ?? "";
    const body = form.get("Body") ?? "";
    const act = state.script({ to, body, nth: ++state.attempts }) ?? {};
    if (act.error) {
      const { status, code, retryAfter } = act.error;
      if (retryAfter !== undefined) answer.setHeader("retry-after", String(retryAfter));
      await pass(act.delay);
      if (code === undefined) return reply(answer, status, "<html>trouble</html>", "text/html");
      return reply(answer, status, { code, status, message: `Error ${code}`, more_info: "" });
    }
    await act.before;
    const message: FakeMessage = {
      sid: `SM${randomBytes(16).toString("hex")}`,
      to,
      from: form.get("From"),
      messagingServiceSid: form.get("MessagingServiceSid"),
      body,
      statusCallback: form.get("StatusCallback"),
      status: "queued",
      createdAt: new Date(),
    };
    messages.push(message);
    await pass(act.delay);
    if (act.cut === true) return void answer.destroy();
    if (act.cut) {
      const whole = JSON.stringify(shown(message));
      answer.writeHead(201, { "content-type": "application/json", "content-length": whole.length });
      return void answer.write(whole.slice(0, whole.length / 2), () => answer.destroy());
    }
    if (act.endless) {
      answer.writeHead(201, { "content-type": "application/json" });
      const drip = setInterval(() => answer.write(" "), 20);
      return void answer.once("close", () => clearInterval(drip));
    }
    if (act.says) return reply(answer, act.says.status, act.says.body, "text/html");
    reply(answer, 201, shown(message));
  }

  async function serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
    if (request.headers.authorization !== basic) {
      return reply(answer, 401, { code: 20003, status: 401, message: "Authenticate" });
    }
    const url = new URL(request.url ?? "/", "http://fake");
    if (url.pathname !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) {
      return reply(answer, 404, { code: 20404, status: 404, message: "Not found" });
    }
    if (request.method === "POST") return create(new URLSearchParams(await textOf(request)), answer);
    state.searches += 1;
    if (state.hidesMessages) {
      const next_page_uri = `${url.pathname}?Page=${state.searches}`;
      return reply(answer, 200, { messages: [], next_page_uri, page: state.searches, page_size: 200 });
    }
    const to = url.searchParams.get("To");
    const found = messages.filter((message) => !to || message.to === to).reverse();
    reply(answer, 200, { messages: found.map(shown), next_page_uri: null, page: 0, page_size: 200 });
  }

  const server = createServer((request, answer) => {
    serve(request, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Posts a form as Twilio does, signed with the URL that Twilio was given. */
  async function post(target: string, fields: Record<string, string>, signature?: string) {
    const response = await fetch(target, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": signature ?? signatureOf(authToken, target, fields),
      },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, text: await response.text() };
  }

  return {
    url,
    messages,
    accountSid,
    authToken,
    /** Settings for a server that uses this provider. */
    environment: {
      SMS_PROVIDER: "twilio",
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: "+19195550199",
      TWILIO_API_BASE: url,
      PUBLIC_URL: "http://clinic.example",
    },
    /** Sets the outcome of later attempts. */
    play(script: Script) {
      state.script = script;
    },
    attempts: () => state.attempts,
    searches: () => state.searches,
    /** Makes every page of the list of texts empty, each with a link to a next page. */
    hideMessages() {
      state.hidesMessages = true;
    },
    post,
    /** Reports a text's status to its callback URL. */
    report(message: FakeMessage, status: string, errorCode?: number) {
      message.status = status;
      const fields = {
        MessageSid: message.sid,
        MessageStatus: status,
        To: message.to,
        AccountSid: accountSid,
      };
      return post(message.statusCallback ?? "", {
        ...fields,
        ...(errorCode !== undefined && { ErrorCode: String(errorCode) }),
      });
    },
    /** Delivers a patient's text to a Firstnight server. */
    bring(
      server: string,
      text: { from: string; body: string; sid?: string; media?: number; optOutType?: string },
    ) {
      return post(`${server}/api/sms/inbound`, {
        MessageSid: text.sid ?? `SM${randomBytes(16).toString("hex")}`,
        From: text.from,
        To: "+19195550199",
        Body: text.body,
        NumMedia: String(text.media ?? 0),
        AccountSid: accountSid,
        ...(text.optOutType !== undefined && { OptOutType: text.optOutType }),
      });
    },
  };
}

const pass = (delay: number | Promise<unknown> = 0): Promise<unknown> =>
  typeof delay === "number" ? sleep(delay) : delay;

function shown(message: FakeMessage) {
  return {
    sid: message.sid,
    account_sid: accountSid,
    to: message.to,
    from: message.from,
    messaging_service_sid: message.messagingServiceSid,
    body: message.body,
    status: message.status,
    direction: "outbound-api",
    num_segments: "1",
    num_media: "0",
    price: null,
    price_unit: "USD",
    error_code: null,
    error_message: null,
    api_version: "2010-04-01",
    date_created: message.createdAt.toUTCString(),
    date_updated: message.createdAt.toUTCString(),
    date_sent: null,
    uri: "",
    subresource_uris: {},
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function reply(answer: ServerResponse, status: number, body: unknown, type = "application/json"): void {
  answer.writeHead(status, { "content-type": type });
  answer.end(typeof body === "string" ? body : JSON.stringify(body));
}
