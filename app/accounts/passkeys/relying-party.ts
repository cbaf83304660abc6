/** COSE numbers of EdDSA, ES256 and RS256, as every browser has them. */
export const passkeyAlgorithms = [-8, -7, -257];

/** What passkeys are bound to: the public address and its host. Null for an IP address, which can't have passkeys. */
export function relyingParty(publicUrl: string): { origin: string; rpId: string } | null {
  const { origin, hostname } = new URL(publicUrl);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return isAddress ? null : { origin, rpId: hostname };
}
