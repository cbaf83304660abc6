/** COSE IDs of EdDSA, ES256, and RS256, which every browser supports. */
export const passkeyAlgorithms = [-8, -7, -257];

/** The site that passkeys are bound to. Null for an IP address, because browsers allow passkeys only on host names. */
export function relyingParty(publicUrl: string): { origin: string; rpId: string } | null {
  const { origin, hostname } = new URL(publicUrl);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return isAddress ? null : { origin, rpId: hostname };
}
