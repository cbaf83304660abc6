import type { IncomingMessage } from "node:http";
import { Webhook } from "standardwebhooks";
import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import { connectionProblem } from "~/integrations/connection-problems";
import { HostForbidden, openPublicRequest } from "~/integrations/requests/open-public-request.server";
import type { Endpoint } from "../endpoints.server";
import type { AttemptResult } from "./delivery-loop.server";

interface Sent {
  messageId: string;
  payload: string;
}

const answerWithin = 10 * second;

// The response body is discarded.
const maxIgnoredBytes = 64_000;

/** Signs and posts an event as Standard Webhooks requires, and waits up to ten seconds for a status. Never throws. */
export async function sendEvent(
  app: Pick<App, "config" | "clock" | "secrets">,
  endpoint: Endpoint,
  { messageId, payload }: Sent,
  stop?: AbortSignal,
): Promise<AttemptResult> {
  const began = performance.now();
  const result = (status: number | null, error: string | null, retryAfter = 0): AttemptResult => {
    const milliseconds = Math.round(performance.now() - began);
    return { status, milliseconds, error, retryAfter };
  };
  try {
    const timeout = AbortSignal.timeout(answerWithin);
    const response = await openPublicRequest({
      url: new URL(endpoint.url),
      method: "POST",
      headers: headersOf(app, endpoint, messageId, payload),
      body: payload,
      privateHosts: app.config.privateHosts,
      signal: stop ? AbortSignal.any([timeout, stop]) : timeout,
    });
    discard(response);
    const status = response.statusCode ?? 0;
    return result(status, whyRefused(status), Number(response.headers["retry-after"]) || 0);
  } catch (error) {
    return result(null, whyUnsent(error, endpoint.url));
  }
}

function headersOf(
  { clock, secrets }: Pick<App, "clock" | "secrets">,
  endpoint: Endpoint,
  messageId: string,
  payload: string,
): Record<string, string> {
  const now = clock.now();
  const { secret_sealed, old_secret_sealed: old, old_secret_until: until } = endpoint;
  const sealed = old !== null && until !== null && now < until ? [secret_sealed, old] : [secret_sealed];
  const signatures = sealed.map((one) =>
    new Webhook(openSecret(secrets, one)).sign(messageId, new Date(now), payload),
  );
  return {
    "Content-Type": "application/json",
    "User-Agent": "Firstnight",
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(now / second)),
    "webhook-signature": signatures.join(" "),
  };
}

class SecretUnreadable extends Error {}

function openSecret(secrets: App["secrets"], sealed: string): string {
  try {
    return secrets.open(sealed);
  } catch {
    throw new SecretUnreadable();
  }
}

function discard(response: IncomingMessage): void {
  let size = 0;
  response.on("error", () => {});
  response.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxIgnoredBytes) response.destroy();
  });
}

function whyRefused(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return `The server returned ${status}, which redirects to another URL. Enter the final URL.`;
  }
  if (status === 410) return "The server returned 410: it no longer accepts events.";
  if (status === 401 || status === 403) return `The server returned ${status}: it rejected the sender.`;
  if (status === 404) return "The server returned 404: nothing accepts events at this path.";
  return `The server returned ${status}.`;
}

function whyUnsent(error: unknown, url: string): string {
  if (error instanceof SecretUnreadable) return "Its secret can't be read. Replace the secret.";
  if (error instanceof HostForbidden) {
    return `${new URL(url).host} is on this machine or on a private network. The server administrator can allow it with the ALLOW_PRIVATE_HOSTS setting.`;
  }
  const { name = "", code = "" } = error as { name?: string; code?: string };
  if (name === "TimeoutError" || name === "AbortError") return "The server didn't respond within 10 seconds.";
  return connectionProblem(code);
}
