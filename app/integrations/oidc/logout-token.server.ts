import type { JWTVerifyGetKey } from "jose";
import type { Configuration } from "openid-client";
import { minute, second } from "~/core/time";
import { fetchFromProvider } from "./fetch-from-provider.server";
import { openProvider, type ProviderSettings } from "./provider.server";

const event = "http://schemas.openid.net/event/backchannel-logout";

const longestAge = 5 * minute;

/** How much the provider's clock may differ from this server's. */
export const clockTolerance = 30 * second;

interface LogoutToken {
  iss: string;
  jti: string;
  /** Milliseconds UTC. */
  issuedAt: number;
  sub: string | undefined;
  sid: string | undefined;
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Anyone can send one, so keys
 * are fetched only if the token names the provider and this client.
 * @param now ms UTC
 * @throws if the token isn't valid
 */
export async function verifyLogoutToken(
  settings: ProviderSettings,
  token: string,
  now: number,
): Promise<LogoutToken> {
  const { decodeJwt, jwtVerify } = await import("jose");
  const { iss = "", aud = [] } = decodeJwt(token);
  if (bare(iss) !== bare(settings.issuer) || ![aud].flat().includes(settings.clientId)) {
    throw new Error("Not meant for this client");
  }
  const provider = await openProvider(settings, now);
  const { payload } = await jwtVerify(token, await keysOf(provider, settings), {
    issuer: provider.serverMetadata().issuer,
    audience: settings.clientId,
    currentDate: new Date(now),
    maxTokenAge: longestAge / second,
    clockTolerance: clockTolerance / second,
    requiredClaims: ["iat", "jti", "events"],
  });
  const { events, nonce, iat = 0 } = payload;
  const isLogout = typeof events === "object" && events !== null && event in events && nonce === undefined;
  const [sub, sid] = [textIn(payload.sub), textIn(payload.sid)];
  if (!isLogout || !(sub || sid)) throw new Error("Not a logout token");
  return { iss, jti: String(payload.jti), issuedAt: iat * second, sub, sid };
}

// Providers write their issuer with or without a trailing slash.
const bare = (issuer: string) => issuer.replace(/\/$/, "");

const textIn = (claim: unknown) => (typeof claim === "string" && claim ? claim : undefined);

const knownKeys = new WeakMap<Configuration, JWTVerifyGetKey>();

/** The provider's keys. They are read again if a key is unknown, at most once every 30 seconds. */
async function keysOf(provider: Configuration, { privateHosts }: ProviderSettings): Promise<JWTVerifyGetKey> {
  const known = knownKeys.get(provider);
  if (known) return known;
  const { createRemoteJWKSet, customFetch } = await import("jose");
  const { jwks_uri: address } = provider.serverMetadata();
  if (!address) throw new Error("The provider publishes no keys.");
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: 10 * second,
    [customFetch]: fetchFromProvider(privateHosts) as never,
  });
  knownKeys.set(provider, keys);
  return keys;
}
