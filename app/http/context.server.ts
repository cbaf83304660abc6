import type { App } from "~/boot/app.server";
import type { SessionEnd } from "~/identity/sessions.server";
import type { ApiRoute } from "./openapi.server";

declare module "@remix-run/node" {
  interface AppLoadContext {
    app: App;
    /** Names this request in the log and in a fault's answer. */
    requestId: string;
    /** Of the Content-Security-Policy. */
    nonce: string;
    /** Client address as far as TRUST_PROXY lets it be known. */
    address: string;
    /** Every address the request came by, believed or not. */
    chain: readonly string[];
    /** Headers that whatever is answered will carry: cookies set on the way. */
    replyHeaders: Headers;
    /** When the session ends that this request came with, for the page to warn in time. */
    sessionEnd?: SessionEnd;
    /** Says that nobody waits for the answer any more. */
    gone: AbortSignal;
    /** The paths of the API with their methods. */
    apiRoutes: readonly ApiRoute[];
  }
}
