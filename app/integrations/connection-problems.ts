/** Connection errors, explained to the user who entered the URL. */
const problems: Record<string, string> = {
  ENOTFOUND: "The host name doesn't exist.",
  EAI_AGAIN: "The host name couldn't be looked up.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was interrupted.",
  ETIMEDOUT: "It took too long to connect.",
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is not trusted.",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate is not trusted.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for a different host name.",
};

/** @param code of a Node.js network error */
export const connectionProblem = (code: string): string => problems[code] ?? "The connection failed.";
