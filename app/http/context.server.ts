import type { App } from "~/boot/app.server";
import type { CompanyContact } from "~/company/company.server";
import type { Patient, Staff } from "~/core/who";
import type { SessionEnd } from "~/identity/sessions.server";
import type { OpenOrder } from "./access/orders-in-this-browser.server";
import type { ApiRoute } from "./openapi.server";
import type { Renderer } from "./render/renderer";

declare module "@remix-run/node" {
  interface AppLoadContext {
    app: App;
    requestId: string;
    nonce: string;
    address: string;
    /** Every address of the request, trusted or not. */
    chain: readonly string[];
    replyHeaders: Headers;
    sessionEnd?: SessionEnd;
    company?: CompanyContact | null;
    /** Of a patient who opened several orders in this browser. */
    openOrders?: OpenOrder[];
    /** Conversations that wait for an answer, for supervisors. */
    unanswered?: number;
    staff?: Staff;
    /** Whose session the page's forms act for. */
    patient?: Patient;
    gone: AbortSignal;
    apiRoutes: readonly ApiRoute[];
    renderer: Renderer;
  }
}
