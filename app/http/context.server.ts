import type { App } from "~/boot/app.server";
import type { SessionEnd } from "~/identity/sessions.server";
import type { ApiRoute } from "./openapi.server";
import type { Renderer } from "./render/renderer";

declare module "@remix-run/node" {
  interface AppLoadContext {
    app: App;
    /** Identifies the request in the log and on error pages. */
    requestId: string;
    /** For the Content-Security-Policy. */
    nonce: string;
    /** The client's address, as far as TRUST_PROXY allows. */
    address: string;
    /** Every address of the request, trusted or not. */
    chain: readonly string[];
    /** Added to every kind of response. */
    replyHeaders: Headers;
    /** When the request's session ends, so that the page can warn in time. */
    sessionEnd?: SessionEnd;
    /** Aborts when the client disconnects. */
    gone: AbortSignal;
    apiRoutes: readonly ApiRoute[];
    renderer: Renderer;
  }
}
