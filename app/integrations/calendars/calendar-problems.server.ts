import { AnswerTooLong } from "../requests/fetch-public.server";
import { HostForbidden } from "../requests/open-public-request.server";
import { CalendarProblem, calendarTooLarge } from "./calendar-problem";

/** Explains an error to the calendar's owner. Null if the error is in Firstnight itself. */
export function problemInWords(error: unknown): string | null {
  if (error instanceof CalendarProblem) return error.message;
  if (error instanceof HostForbidden)
    return "This address is on a private network. The server administrator can allow it with the ALLOW_PRIVATE_HOSTS setting.";
  if (error instanceof AnswerTooLong) return calendarTooLarge;
  const { code = "", name, cause } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError")
    return "The calendar's server did not respond in time.";
  if (connectionProblems[code]) return connectionProblems[code];
  if (/CERT|TLS|SSL|ALTNAME/.test(code)) return "The server's certificate is not valid.";
  return cause ? problemInWords(cause) : null;
}

const offline = "The calendar's server can't be reached.";
const connectionProblems: Record<string, string> = {
  ENOTFOUND: "There is no server with this name. Check the address.",
  EAI_AGAIN: offline,
  ECONNREFUSED: offline,
  ECONNRESET: offline,
  EHOSTUNREACH: offline,
  ENETUNREACH: offline,
  EPIPE: offline,
  ETIMEDOUT: offline,
  EPROTO: "There is no web server at this address. Check the address.",
};

export function statusInWords(status: number): string {
  if (status === 401 || status === 403)
    return "The server refused access. Check the user name and app password, or create a new link in your calendar app.";
  if (status === 404 || status === 410)
    return "There is no calendar at this address. Copy the address again from your calendar app.";
  if (status < 400) return "The address redirects too many times.";
  if (status === 429)
    return "The server limits how often Firstnight can check the calendar. Firstnight will try again later.";
  return `The calendar's server returned an error (${status}).`;
}
