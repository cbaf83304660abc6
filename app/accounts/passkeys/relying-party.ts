/** COSE numbers of EdDSA, ES256 and RS256, which all browsers support. */
export const passkeyAlgorithms = [-8, -7, -257];

/** The origin and host that passkeys are bound to. Null for an IP address, which can't have passkeys. */
export function relyingParty(publicUrl: string): { origin: string; rpId: string } | null {
  const { origin, hostname } = new URL(publicUrl);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return isAddress ? null : { origin, rpId: hostname };
}
