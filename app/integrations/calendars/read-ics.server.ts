import { type FetchLimits, fetchPublic } from "../requests/fetch-public.server";
import { CalendarProblem } from "./calendar-problem";
import { statusInWords } from "./calendar-problems.server";

export interface CalendarAccess {
  url: string;
  user: string | null;
  password: string | null;
}

/** @returns iCalendar text @throws CalendarProblem, HostForbidden, AnswerTooLong, or a network error */
export async function readIcs({ url, user, password }: CalendarAccess, limits: FetchLimits): Promise<string> {
  const headers = new Headers({ accept: "text/calendar, */*;q=0.1" });
  if (user) headers.set("authorization", basic(user, password ?? ""));
  const response = await fetchPublic(limits)(url, { headers });
  if (!response.ok) throw new CalendarProblem(statusInWords(response.status));
  return response.text();
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
