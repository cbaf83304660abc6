/** Connection errors, explained to the user who entered the URL. */
const problems: Record<string, string> = {
  ENOTFOUND: "This name does not exist.",
  EAI_AGAIN: "Its name could not be looked up.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was cut.",
  ETIMEDOUT: "It took too long to connect.",
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is not trusted.",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate is not trusted.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name.",
};

/** @param code of a Node.js network error */
export const connectionProblem = (code: string): string => problems[code] ?? "The connection failed.";
