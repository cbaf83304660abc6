import type { Configuration } from "openid-client";
import { minute, second } from "~/core/time";
import { guardedFetch } from "./guarded-fetch.server";

const event = "http://schemas.openid.net/event/backchannel-logout";

const longestAge = 5 * minute;

/**
 * The subject of a logout token, verified by OpenID Connect Back-Channel Logout 1.0, section 2.6.
 * @throws if it is not valid, or names only a session
 */
export async function verifyLogoutToken(
  provider: Configuration,
  token: string,
  { privateHosts, now }: { privateHosts: readonly string[]; now: number },
): Promise<{ iss: string; sub: string }> {
  const { createLocalJWKSet, jwtVerify } = await import("jose");
  const { issuer, jwks_uri: keysAt } = provider.serverMetadata();
  if (!keysAt) throw new Error("The provider publishes no keys.");
  const response = await guardedFetch(privateHosts)(keysAt, { signal: AbortSignal.timeout(10 * second) });
  const keys = createLocalJWKSet(await response.json());
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: provider.clientMetadata().client_id,
    currentDate: new Date(now),
    maxTokenAge: longestAge / second,
    clockTolerance: 30,
    requiredClaims: ["iat", "jti", "events"],
  });
  const { events, nonce, sub } = payload as {
    events?: Record<string, unknown>;
    nonce?: string;
    sub?: string;
  };
  if (!events || typeof events !== "object" || !(event in events)) throw new Error("It is no logout token.");
  if (nonce !== undefined) throw new Error("A logout token has no nonce.");
  if (!sub) throw new Error("It names no user.");
  return { iss: issuer, sub };
}
