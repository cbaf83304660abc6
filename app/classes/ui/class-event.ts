import type * as z from "zod";
import { type CalendarEvent, initialsOf } from "~/ui/calendar/calendar-event";
import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import type { ClassJson } from "../class-schema";

type Shown = Pick<
  z.output<typeof ClassJson>,
  "id" | "name" | "start" | "end" | "therapist" | "seats" | "seats_taken"
>;

/** A class in a calendar: one event, however many patients it has. Its ID is negative, unlike a visit. */
export const classEvent = (session: Shown): CalendarEvent => ({
  id: -session.id,
  title: `${session.name}, ${session.seats_taken} of ${session.seats}`,
  start: session.start,
  end: session.end,
  status: "class",
  patientId: 0,
  patientName: undefined,
  initials: initialsOf(session.therapist),
  mark: null,
  href: `/classes/${session.id}`,
  movable: false,
  // Changes when a seat is taken or left.
  version: session.seats_taken * 100 + session.seats,
});

/** @param query the query of `GET /api/classes` */
export async function fetchClassEvents(query: Record<string, string>): Promise<CalendarEvent[]> {
  const response = await fetchWithTimeout(`/api/classes?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error(`classes HTTP ${response.status}`);
  const found: z.output<typeof ClassJson>[] = await response.json();
  return found.filter(({ status }) => status === "scheduled").map(classEvent);
}
