import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import { visitStrings } from "./strings";

/**
 * Whose page it is, as its forms say when they are sent: a link that somebody else opens in the same browser
 * takes the session over, while this page still stands in its tab. In a session by query it is the session's
 * own mark, since none there may tell an order on file from none.
 */
export function pageTokenOf({ secrets }: Pick<App, "secrets">, who: Patient): string {
  const whose = who.way === "query" ? `session ${who.sessionId}` : `order ${who.orderId}`;
  return secrets.lookup("page", whose).slice(0, 16);
}

/** @throws Refusal "conflict" for a form out of a page that was somebody else's */
export function checkPageToken(app: Pick<App, "secrets">, who: Patient, mark: string | undefined): void {
  if (mark !== undefined && mark !== pageTokenOf(app, who))
    throw new Refusal("conflict", visitStrings.othersPage);
}
