import type { Configuration } from "openid-client";

interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

export async function startAtProvider(
  provider: Configuration,
  redirectUri: string,
): Promise<{ url: string; pending: PendingSignIn }> {
  const client = await import("openid-client");
  const pending = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, pending };
}

export type Claims = Record<string, unknown> & { iss: string; sub: string };

/** @param address the URL with the provider's response @returns the claims of the verified ID token and of userinfo */
export async function finishAtProvider(
  provider: Configuration,
  address: string,
  { state, nonce, verifier }: PendingSignIn,
): Promise<Claims> {
  const client = await import("openid-client");
  const tokens = await client.authorizationCodeGrant(provider, new URL(address), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("The provider sent no ID token.");
  // Some providers return the email and groups only from userinfo.
  const more = provider.serverMetadata().userinfo_endpoint
    ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
    : {};
  return mergeClaims(claims, more);
}

/**
 * The claims of both, with the ID token's first. The email address and its confirmation come from the same source, so
 * that a confirmed address never vouches for another one.
 */
export function mergeClaims(idToken: Claims, userinfo: Record<string, unknown>): Claims {
  const { email: _, email_verified: __, ...others } = { ...userinfo, ...idToken };
  const sources = [idToken, userinfo].filter(({ email }) => email !== undefined);
  const source = sources.find(({ email_verified }) => email_verified !== undefined) ?? sources[0] ?? {};
  const { iss, sub } = idToken;
  return {
    ...others,
    ...("email" in source && { email: source.email }),
    ...("email_verified" in source && { email_verified: source.email_verified }),
    iss,
    sub,
  };
}
