import { connectionProblem } from "../connection-problems";
import { HostForbidden } from "../requests/open-public-request.server";

const byOAuthError: Record<string, string> = {
  access_denied: "The provider rejected the sign-in, or the sign-in was canceled there.",
  invalid_client: "The provider rejected the client ID or secret.",
  invalid_grant: "The sign-in code from the provider has expired or was already used. Try again.",
  unauthorized_client: "The provider doesn't allow this client to sign in users.",
  login_required: "The provider requires you to sign in again.",
};

const byCode: Record<string, string> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    "The provider's response has expired. Try again, and check the clocks of both servers.",
  OAUTH_JWT_CLAIM_COMPARISON_FAILED:
    "The provider's response was meant for another application or another sign-in. Start over.",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: "The provider reports a different issuer than the one you entered.",
  OAUTH_INVALID_RESPONSE:
    "The provider's response couldn't be verified, or it belongs to another sign-in. Start over.",
};

interface Failure {
  name?: string;
  code?: string;
  error?: string;
  status?: number;
  message?: string;
  cause?: unknown;
}

/** Explains a provider's error to the user. @returns `isDown` is true if the provider can't be used */
export function oidcProblem(error: unknown, depth = 0): { message: string; isDown: boolean } {
  const { name = "", code = "", error: refused = "", status, cause } = (error ?? {}) as Failure;
  if (error instanceof HostForbidden) {
    return {
      message:
        "The provider's URL points to this server or a private network, or doesn't use https. The server administrator can allow it with the ALLOW_PRIVATE_HOSTS setting.",
      isDown: true,
    };
  }
  if (byOAuthError[refused]) return { message: byOAuthError[refused], isDown: refused === "invalid_client" };
  if (refused)
    return { message: `The provider rejected the sign-in with "${refused.slice(0, 60)}".`, isDown: false };
  if (byCode[code]) return { message: byCode[code], isDown: code.startsWith("OAUTH_JSON") };
  if (name === "TimeoutError" || code === "OAUTH_TIMEOUT") {
    return { message: "The provider didn't respond within 10 seconds.", isDown: true };
  }
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM" || status) {
    return { message: "There is no OpenID Connect provider at this URL. Check the issuer.", isDown: true };
  }
  if (/^(E[A-Z]+|CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS)/.test(code)) {
    return { message: `The provider can't be reached. ${connectionProblem(code)}`, isDown: true };
  }
  if (cause && depth < 4) return oidcProblem(cause, depth + 1);
  return { message: "The provider's response couldn't be verified. Try again.", isDown: false };
}
