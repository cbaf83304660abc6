import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isQuerySession, type Patient, type Who } from "~/core/who";
import { visitStrings } from "./strings";

/**
 * Ties a page's forms to its patient. A link opened in another tab replaces the session, but this page stays
 * open. Query sessions use the session's ID, so that the token doesn't reveal whether an order exists.
 */
export function pageTokenOf({ secrets }: Pick<App, "secrets">, who: Patient): string {
  const owner = isQuerySession(who) ? `session ${who.sessionId}` : `order ${who.orderId}`;
  return secrets.lookup("page", owner).slice(0, 16);
}

export const isOwnPage = (app: Pick<App, "secrets">, who: Who, token: string | undefined): boolean =>
  who.kind === "patient" && token === pageTokenOf(app, who);

/** @throws Refusal "conflict" for a form on another patient's page */
export function checkPageToken(
  app: Pick<App, "secrets">,
  who: Patient,
  token: string | undefined,
  outcome: "booked" | "changed",
): void {
  if (token !== undefined && token !== pageTokenOf(app, who)) {
    throw new Refusal("conflict", visitStrings.otherPatientsPage[outcome]);
  }
}
