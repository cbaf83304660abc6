import type { App } from "~/boot/app.server";
import { spend } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import { oidcProblem } from "~/integrations/oidc/oidc-problem.server";
import { type Claims, finishAtProvider, startAtProvider } from "~/integrations/oidc/provider-sign-in.server";
import { ssoStarted } from "../sign-in/sign-in-limits.server";
import { Pending } from "./sso-schema";
import { providerOf, recordProvider, redirectUri, requireSso, type SsoRow } from "./sso-settings.server";

const mostTime = 15 * minute;

const localWorks = "If you have a Firstnight password, you can use it instead.";

/** @returns the provider's URL, and the sealed state that the browser keeps until it returns */
export async function startSso(
  app: App,
  { isTrial, address }: { isTrial: boolean; address: string | null },
): Promise<{ url: string; sealed: string }> {
  await spend(app, ssoStarted, clientKey(address));
  const row = await requireSso(app.reads);
  const { url, pending } = await atProvider(app, async () =>
    startAtProvider(await providerOf(app, row), redirectUri(app)),
  );
  const state: Pending = { ...pending, until: app.clock.now() + mostTime, isTrial };
  return { url, sealed: app.secrets.seal(JSON.stringify(state)) };
}

export function readPending(app: App, sealed: string | null): Pending {
  const pending = sealed === null ? null : openPending(app, sealed);
  if (pending && pending.until > app.clock.now()) return pending;
  throw new Refusal(
    "signed-out",
    "This sign-in took too long or was started in another browser. Please try again.",
  );
}

function openPending({ secrets }: App, sealed: string): Pending | null {
  try {
    return Pending.parse(JSON.parse(secrets.open(sealed)));
  } catch {
    return null;
  }
}

/** @param query the query of the URL that the provider sent the browser to */
export async function finishSso(
  app: App,
  query: string,
  pending: Pending,
): Promise<{ row: SsoRow; claims: Claims }> {
  const row = await requireSso(app.reads);
  const claims = await atProvider(app, async () =>
    finishAtProvider(await providerOf(app, row), redirectUri(app) + query, pending),
  );
  await recordProvider(app, null);
  return { row, claims };
}

async function atProvider<Result>(app: App, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { message, isDown } = oidcProblem(error);
    // The error isn't logged, because it can contain the provider's response with names and tokens.
    app.log.warn({ problem: message }, "single sign-on");
    if (isDown) await recordProvider(app, message);
    throw new Refusal("signed-out", isDown ? `${message} ${localWorks}` : message);
  }
}
