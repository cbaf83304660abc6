import type { ClientAuth, Configuration } from "openid-client";
import { minute, second, systemClock } from "~/core/time";
import { isAllowedHost } from "../requests/open-public-request.server";
import { fetchFromProvider } from "./fetch-from-provider.server";

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  privateHosts: readonly string[];
}

const answerWithin = 10 * second;
const configurationLife = 10 * minute;

let known: { key: string; at: number; opening: Promise<Configuration> } | null = null;

/**
 * Reads the provider's published configuration, at most once every ten minutes. Simultaneous callers share one attempt.
 * @param now ms UTC
 */
export function openProvider(settings: ProviderSettings, now: number): Promise<Configuration> {
  const key = JSON.stringify(settings);
  if (known?.key === key && now >= known.at && now - known.at < configurationLife) return known.opening;
  const opened = { key, at: now, opening: discover(settings, now) };
  known = opened;
  opened.opening.catch(() => {
    if (known === opened) known = null;
  });
  return opened.opening;
}

export async function discover(
  { issuer, clientId, clientSecret, privateHosts }: ProviderSettings,
  now: number,
): Promise<Configuration> {
  const client = await import("openid-client");
  const url = new URL(issuer);
  const isOwnNetwork = isAllowedHost(url, privateHosts);
  const basic = client.ClientSecretBasic(clientSecret);
  const post = client.ClientSecretPost(clientSecret);
  // The default in OpenID Connect Core, section 9.
  const authenticate: ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
  };
  const skew = Math.round((now - systemClock.now()) / second);
  return client.discovery(url, clientId, { [client.clockSkew]: skew }, authenticate, {
    timeout: answerWithin / second,
    [client.customFetch]: fetchFromProvider(privateHosts) as never,
    execute: [
      // Verifies signatures even though the token comes over TLS from the provider.
      client.enableNonRepudiationChecks,
      ...(isOwnNetwork ? [client.allowInsecureRequests] : []),
    ],
  });
}
