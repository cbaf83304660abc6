import { cookieName, readCookie, setCookie } from "../request/cookies.server";
import type { RouteArgs } from "../route-args.server";

const cookie = "company";
const lifeSeconds = 400 * 24 * 60 * 60;

type Args = Pick<RouteArgs, "request" | "context">;

/** The mark keeps visitors from trying numbers to list an installation's companies. */
const markedId = ({ context }: Args, id: number) =>
  `${id}.${context.app.secrets.lookup("company", String(id)).slice(0, 16)}`;

const readValue = ({ request, context }: Args) =>
  readCookie(request, cookieName(cookie, context.app.config.https));

/** Lets the sign-in page name the company of the patient who used this browser, and no other. */
export function rememberCompany(args: Args, id: number): void {
  const value = markedId(args, id);
  if (readValue(args) === value) return;
  args.context.replyHeaders.append(
    "Set-Cookie",
    setCookie(cookie, value, args.context.app.config.https, lifeSeconds),
  );
}

/** The id of the company whose patient used this browser. Null if there is none. */
export function knownCompany(args: Args): number | null {
  const value = readValue(args);
  const id = Number(value?.split(".")[0]);
  return Number.isSafeInteger(id) && value === markedId(args, id) ? id : null;
}
