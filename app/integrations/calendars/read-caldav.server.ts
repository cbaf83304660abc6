import { iso } from "~/core/time";
import { AnswerTooLong, type FetchLimits, fetchPublic } from "../requests/fetch-public.server";
import { CalendarProblem } from "./calendar-problem";
import { statusInWords } from "./calendar-problems.server";
import type { CalendarAccess } from "./read-ics.server";

/**
 * Reads the events of one calendar, or of all calendars in an account that count as busy (RFC 4791; RFC 6638, 9.1).
 * @returns iCalendar texts
 * @throws CalendarProblem, HostForbidden, AnswerTooLong, or a network error
 */
export async function readCaldav(
  { url, user, password }: CalendarAccess,
  limits: FetchLimits,
  range: { from: number; to: number },
): Promise<string[]> {
  const { DAVClient, DAVNamespaceShort } = await import("tsdav");
  let problem: unknown = null;
  const fetching = fetchPublic(limits);
  // tsdav treats a rejected or failed request as an empty calendar, so this saves the first failure.
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    try {
      const response = await fetching(input, init);
      const isDiscovery = new URL(String(input)).pathname.startsWith("/.well-known/");
      if (response.status >= 300 && !isDiscovery) {
        problem ??= new CalendarProblem(statusInWords(response.status));
      }
      return response;
    } catch (error) {
      problem ??= error;
      throw error;
    }
  };
  const client = new DAVClient({
    serverUrl: url,
    credentials: { username: user ?? "", password: password ?? "" },
    authMethod: "Basic",
    defaultAccountType: "caldav",
    fetch: fetch as typeof globalThis.fetch,
  });
  try {
    await client.login();
    const calendars = await client.fetchCalendars();
    const own = calendars.filter((one) => sameAddress(one.url, url));
    const read = own.length > 0 ? own : calendars;
    if (problem) throw problem;
    if (read.length === 0) throw new CalendarProblem("This account has no calendars.");
    const timeRange = { start: iso(range.from), end: iso(range.to) };
    const texts: string[] = [];
    let length = 0;
    for (const calendar of read) {
      if (await isTransparent(calendar.url)) continue;
      // By default, tsdav leaves out events whose URL lacks ".ics".
      const objects = await client.fetchCalendarObjects({ calendar, timeRange, urlFilter: () => true });
      for (const { data } of objects) {
        if (typeof data !== "string")
          throw new CalendarProblem("An event could not be read from the server.");
        length += data.length;
        if (length > limits.maxBytes) throw new AnswerTooLong();
        texts.push(data);
      }
      if (problem) throw problem;
    }
    return texts;
  } catch (error) {
    if (problem) throw problem;
    if (error instanceof CalendarProblem || error instanceof AnswerTooLong) throw error;
    throw new CalendarProblem("This is not a CalDAV server. Check the address.", {
      cause: error,
    });
  }

  async function isTransparent(calendarUrl: string): Promise<boolean> {
    const [found] = await client.propfind({
      url: calendarUrl,
      props: { [`${DAVNamespaceShort.CALDAV}:schedule-calendar-transp`]: {} },
      depth: "0",
    });
    return JSON.stringify(found?.props ?? {}).includes('"transparent"');
  }
}

const sameAddress = (one: string, other: string) => one.replace(/\/+$/, "") === other.replace(/\/+$/, "");
