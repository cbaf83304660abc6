import { listPatientSessions } from "~/accounts/sessions.server";
import { shortName } from "~/core/short-name";
import type { RouteArgs } from "../route-args.server";

/** The maximum number of orders that can be open in one browser. */
const most = 5;

const separator = ".";

/** The tokens in a session cookie. The first one is in use; the user can switch to the others. */
export const splitTokens = (value: string | null): string[] =>
  (value ?? "").split(separator).filter(Boolean).slice(0, most);

export const joinTokens = (tokens: readonly string[]): string => tokens.join(separator);

/** Returns this token, followed by the tokens of other orders' open sessions. */
export async function withOtherOrders(
  { context: { app } }: RouteArgs,
  token: string,
  previous: readonly string[],
): Promise<string[]> {
  if (previous.length === 0) return [token];
  const sessions = await listPatientSessions(app.reads, [token, ...previous], app.clock.now());
  const own = sessions.find((session) => session.token === token);
  const others = sessions.filter((session) => session !== own && session.orderId !== own?.orderId);
  return [token, ...others.map((session) => session.token)].slice(0, most);
}

export interface OpenOrder {
  sessionId: number;
  /** "Alex B."; null if no name is on file. */
  patient: string | null;
  number: string | null;
}

/** The orders that are open in this browser, the current one first. Empty unless there are several. */
export async function listOrdersInThisBrowser(
  { context: { app } }: Pick<RouteArgs, "context">,
  tokens: readonly string[],
): Promise<OpenOrder[]> {
  if (tokens.length < 2) return [];
  const sessions = await listPatientSessions(app.reads, tokens, app.clock.now());
  if (sessions.length < 2 || sessions[0]?.token !== tokens[0]) return [];
  return sessions.map(({ sessionId, patientName, salesOrderNo }) => ({
    sessionId,
    patient: shortName(patientName),
    number: salesOrderNo,
  }));
}
