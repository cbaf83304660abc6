import type { SessionEnd } from "~/accounts/sessions.server";
import type { App } from "~/boot/app.server";
import type { LanguageScope } from "~/core/language/current-language";
import type { Patient, Staff } from "~/core/who";
import type { PageCompany, PinnedView } from "~/ui/page-context";
import type { OpenOrder } from "./access/orders-in-this-browser.server";
import type { ApiRoute } from "./openapi.server";
import type { Renderer } from "./render/renderer";

declare module "@remix-run/node" {
  interface AppLoadContext {
    app: App;
    requestId: string;
    /** Other addresses that forms may lead to, for companies that have moved. */
    formTargets?: readonly string[];
    nonce: string;
    address: string;
    /** The origin of the page that sent the form, as the browser states it. Missing for reads. */
    origin?: string | undefined;
    /** All addresses of the request, trusted or not. */
    chain: readonly string[];
    replyHeaders: Headers;
    sessionEnd?: SessionEnd;
    company?: PageCompany | null;
    languageScope?: LanguageScope;
    /** Set if a patient opened several orders in this browser. */
    openOrders?: OpenOrder[];
    unanswered?: number;
    followsNights?: boolean;
    hasClasses?: boolean;
    staff?: Staff;
    pinnedViews?: PinnedView[];
    patient?: Patient;
    gone: AbortSignal;
    apiRoutes: readonly ApiRoute[];
    renderer: Renderer;
  }
}
