import type RequestClient from "twilio/lib/base/RequestClient";
import type { TwilioSettings } from "~/core/settings/sending.server";
import { minute, second } from "~/core/time";
import { ProviderProblem } from "../provider-problem";
import type { SmsProvider } from "./sms-provider";
import { meaningOf } from "./twilio-codes";

// Shorter than a lease on the row: an attempt without an answer ends before another may begin.
const usualTimeout = 15 * second;

// Two hundred messages are a fifth of that; what answers more is not Twilio, and sixteen may do so at once.
const longestAnswer = 1024 * 1024;

// Twilio's clock and ours may differ by that much.
const clockSkew = 2 * minute;

/**
 * Sends texts through Twilio. Its package is loaded here and nowhere before.
 *
 * @param statusUrl where Twilio reports what becomes of a text; `reference` is added
 * @param timeout milliseconds until a whole answer must be here
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
      // One page: the package's own list follows empty pages as long as each names a next one.
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
      this.axios.defaults.maxContentLength = longestAnswer;
      // Its own timeout begins again with each byte.
      this.axios.interceptors.request.use((config) => ({ ...config, signal: AbortSignal.timeout(timeout) }));
    }
    override async request<Data>(options: RequestClient.RequestOptions<Data>) {
      const uri = new URL(options.uri);
      if (base) {
        uri.protocol = base.protocol;
        uri.host = base.host;
      }
      const response = await super.request<Data>({ ...options, uri: uri.href });
      // What the package throws of this answer no longer says how long to wait.
      if (response.statusCode === 429) throw tooFast(response.headers);
      return response;
    }
  }
  return twilio(accountSid, authToken, { httpClient: new BoundedClient() });
}

function tooFast(headers: unknown): ProviderProblem {
  const seconds = Number((headers as Record<string, unknown> | undefined)?.["retry-after"]);
  return new ProviderProblem(meaningOf("20429").words, {
    code: "20429",
    retryAfter: seconds > 0 ? Math.min(seconds, 3600) : undefined,
  });
}

/**
 * What the package throws: an answer of Twilio's with its status and code, a number; or a broken connection
 * with its name, and with a status where the answer had begun.
 */
interface Thrown {
  status?: number;
  code?: number | string;
}

// Nothing was sent where the connection never came about.
const neverConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

function explain(thrown: Thrown | ProviderProblem): never {
  if (thrown instanceof ProviderProblem) throw thrown;
  const { status, code } = thrown;
  if (status === undefined || typeof code === "string") {
    const inDoubt = status !== undefined || !neverConnected.has(String(code));
    throw new ProviderProblem("Twilio could not be reached.", { code: code ? String(code) : null, inDoubt });
  }
  // Without a code of Twilio's own somebody in between may have answered: that is no refusal.
  const isTwilios = code !== undefined;
  const { words, permanent, optedOut } = meaningOf(String(code ?? status), isTwilios ? status : undefined);
  // Nor does an error of Twilio's say anything about what it did before.
  const inDoubt = !isTwilios || status >= 500 || status === 408;
  throw new ProviderProblem(words, { code: String(code ?? status), permanent, optedOut, inDoubt });
}

/** A search that failed says nothing of the text itself: it stays in doubt, and is searched for again. */
function explainSearch(thrown: Thrown | ProviderProblem): never {
  const code = thrown.code ?? ("status" in thrown ? thrown.status : undefined);
  throw new ProviderProblem("Twilio could not be asked whether it has this text.", {
    code: String(code ?? ""),
    inDoubt: true,
    retryAfter: thrown instanceof ProviderProblem ? thrown.retryAfter : undefined,
  });
}

/**
 * Did Twilio sign this call?
 *
 * @param url as Twilio knows it, with its query
 * @param form every field of the call, untrimmed
 */
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
