import { connectionProblem } from "../connection-problems";
import { HostForbidden } from "../requests/open-public-request.server";

const byOAuthError: Record<string, string> = {
  access_denied: "The provider refused the sign-in, or it was canceled there.",
  invalid_client: "The provider does not accept the client ID and secret.",
  invalid_grant: "The sign-in code from the provider has expired or was already used. Try again.",
  unauthorized_client: "The provider does not allow this client to sign users in.",
  login_required: "The provider asks you to sign in again.",
};

const byCode: Record<string, string> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    "The provider's answer has expired. Try again, and check the clocks of both servers.",
  OAUTH_JWT_CLAIM_COMPARISON_FAILED:
    "The provider's answer was meant for another application, or for another sign-in. Start again.",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    "The provider's own name for itself differs from the issuer that was entered.",
  OAUTH_INVALID_RESPONSE:
    "The provider's answer could not be verified, or it belongs to another sign-in. Start again.",
};

interface Failure {
  name?: string;
  code?: string;
  error?: string;
  status?: number;
  message?: string;
  cause?: unknown;
}

/** Explains an error at the provider to the user. @returns `isDown` is true if the provider can't be used */
export function oidcProblem(error: unknown, depth = 0): { says: string; isDown: boolean } {
  const { name = "", code = "", error: refused = "", status, cause } = (error ?? {}) as Failure;
  if (error instanceof HostForbidden) {
    return {
      says: "The provider's address is on the server itself, in a private network, or not https. The server administrator can allow it with the setting ALLOW_PRIVATE_HOSTS.",
      isDown: true,
    };
  }
  if (byOAuthError[refused]) return { says: byOAuthError[refused], isDown: refused === "invalid_client" };
  if (refused)
    return { says: `The provider refused the sign-in with "${refused.slice(0, 60)}".`, isDown: false };
  if (byCode[code]) return { says: byCode[code], isDown: code.startsWith("OAUTH_JSON") };
  if (name === "TimeoutError" || code === "OAUTH_TIMEOUT") {
    return { says: "The provider did not answer within 10 seconds.", isDown: true };
  }
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM" || status) {
    return { says: "This address is not an OpenID Connect provider. Check the issuer.", isDown: true };
  }
  if (/^(E[A-Z]+|CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS)/.test(code)) {
    return { says: `The provider can't be reached. ${connectionProblem(code)}`, isDown: true };
  }
  if (cause && depth < 4) return oidcProblem(cause, depth + 1);
  return { says: "The provider's answer could not be verified. Try again.", isDown: false };
}
