import type RequestClient from "twilio/lib/base/RequestClient";
import type { TwilioSettings } from "~/core/settings/sending.server";
import { minute, second } from "~/core/time";
import { ProviderProblem } from "../provider-problem";
import type { SmsProvider } from "./sms-provider";
import { meaningOf } from "./twilio-codes";

// Shorter than the lease on a message, so that an attempt ends before another can begin.
const usualTimeout = 15 * second;

// Five times the size of a page of 200 messages.
const maxResponseBytes = 1024 * 1024;

const clockSkew = 2 * minute;

/**
 * Sends texts through Twilio. Loads its package on first use.
 * @param statusUrl for Twilio's status reports; `reference` is added to it
 * @param timeout milliseconds for a complete response
 */
export async function twilioSms(
  settings: TwilioSettings,
  statusUrl: string,
  timeout = usualTimeout,
): Promise<SmsProvider> {
  const client = await openClient(settings, timeout);
  return {
    async send({ to, body, reference }) {
      const message = await client.messages
        .create({ to, body, ...settings.sender, statusCallback: `${statusUrl}?reference=${reference}` })
        .catch(explain);
      if (!message.sid) explain({});
      return { providerId: message.sid, delivered: false };
    },
    async find({ to, body }, since, isKnown) {
      // The package's own list would follow empty pages as long as each has a next page.
      const sent = await client.messages.page({ to, pageSize: 200 }).catch(explainSearch);
      for (const message of sent.instances) {
        const ours = message.direction.startsWith("outbound") && message.body?.trim() === body.trim();
        const failed = message.status === "failed" || message.status === "undelivered";
        if (!ours || failed || message.dateCreated.getTime() < since - clockSkew) continue;
        if (await isKnown(message.sid)) continue;
        return { providerId: message.sid, delivered: message.status === "delivered" };
      }
      return null;
    },
  };
}

async function openClient({ accountSid, authToken, apiBase }: TwilioSettings, timeout: number) {
  const { default: twilio } = await import("twilio");
  const base = apiBase && new URL(apiBase);
  class BoundedClient extends twilio.RequestClient {
    constructor() {
      super({ timeout });
      this.axios.defaults.maxContentLength = maxResponseBytes;
      // axios's own timeout restarts with each byte.
      this.axios.interceptors.request.use((config) => ({ ...config, signal: AbortSignal.timeout(timeout) }));
    }
    override async request<Data>(options: RequestClient.RequestOptions<Data>) {
      const uri = new URL(options.uri);
      if (base) {
        uri.protocol = base.protocol;
        uri.host = base.host;
      }
      const response = await super.request<Data>({ ...options, uri: uri.href });
      // The package's error lacks the Retry-After header.
      if (response.statusCode === 429) throw rateLimited(response.headers);
      return response;
    }
  }
  return twilio(accountSid, authToken, { httpClient: new BoundedClient() });
}

function rateLimited(headers: unknown): ProviderProblem {
  const seconds = Number((headers as Record<string, unknown> | undefined)?.["retry-after"]);
  return new ProviderProblem(meaningOf("20429").message, {
    code: "20429",
    retryAfter: seconds > 0 ? Math.min(seconds, 3600) : undefined,
  });
}

interface SendError {
  status?: number;
  code?: number | string;
}

// The connection failed, so nothing was sent.
const neverConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

function explain(error: SendError | ProviderProblem): never {
  if (error instanceof ProviderProblem) throw error;
  const { status, code } = error;
  if (status === undefined || typeof code === "string") {
    const inDoubt = status !== undefined || !neverConnected.has(String(code));
    throw new ProviderProblem("Twilio could not be reached.", { code: code ? String(code) : null, inDoubt });
  }
  // Without a Twilio code, the response may be from a proxy.
  const isTwilios = code !== undefined;
  const { message, permanent, optedOut } = meaningOf(String(code ?? status), isTwilios ? status : undefined);
  // A server error doesn't show whether the text was accepted.
  const inDoubt = !isTwilios || status >= 500 || status === 408;
  throw new ProviderProblem(message, { code: String(code ?? status), permanent, optedOut, inDoubt });
}

function explainSearch(error: SendError | ProviderProblem): never {
  const code = error.code ?? ("status" in error ? error.status : undefined);
  throw new ProviderProblem("Twilio could not confirm whether it has this text.", {
    code: String(code ?? ""),
    inDoubt: true,
    retryAfter: error instanceof ProviderProblem ? error.retryAfter : undefined,
  });
}

/** @param url the public URL with its query @param form all fields, untrimmed */
export async function isSignedByTwilio(
  { authToken }: TwilioSettings,
  url: string,
  form: URLSearchParams,
  signature: string | null,
): Promise<boolean> {
  if (!signature) return false;
  const { default: twilio } = await import("twilio");
  const fields: Record<string, string[]> = Object.create(null);
  for (const [name, value] of form) {
    fields[name] ??= [];
    fields[name].push(value);
  }
  return twilio.validateRequest(authToken, signature, url, fields);
}
