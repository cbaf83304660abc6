import type { CalendarEvent } from "./calendar-event";

/** The views of one width, in the order of their buttons. */
export interface Views {
  /** FullCalendar's names: "timeGridWeek,timeGridDay,dayGridMonth". */
  names: string;
  initial: string;
  /** Event rows of a day at most; the rest is "+2 more". */
  rows: number;
}

/** The days on show. */
export interface Shown {
  /** Milliseconds UTC, inclusive and exclusive. */
  from: number;
  to: number;
  /** A day of theirs, `YYYY-MM-DD`. */
  date: string;
  view: string;
}

/** What a page wants of its calendar. */
export interface StaffCalendarOptions {
  /** IANA name; every time stands on its clock. */
  zone: string;
  /** The server's time, milliseconds UTC: a device's clock may be wrong. */
  now: number;
  /** A day of the first view, `YYYY-MM-DD`. */
  date: string;
  /** The first view, by FullCalendar's name, where it is one of the width's. */
  view?: string | undefined;
  /** Of one therapist: its hours stay as they are, and where room is scarce nothing says whose a visit is. */
  ofOne?: boolean;
  /** Above 820 pixels, and up to there. */
  wide: Views;
  narrow: Views;
  /** What came with the page, so that a first view within it asks nobody. */
  first?: { from: number; to: number; events: CalendarEvent[] };
  /** The visits that begin between two instants. */
  fetchEvents(from: number, to: number): Promise<CalendarEvent[]>;
  open(event: CalendarEvent, element: HTMLElement): void;
  /** Saves what the mouse did: the visit as it is then, or null to put it back. Nothing is dragged without. */
  move?(event: CalendarEvent, to: { start: number; end: number }): Promise<CalendarEvent | null>;
  /** What a key does on an event, by `KeyboardEvent.key` in lower case. */
  keys?: Record<string, (event: CalendarEvent, element: HTMLElement) => void>;
  /** Told whenever other days or other visits are on show. */
  shown?(shown: Shown, events: CalendarEvent[]): void;
  loading?(isLoading: boolean): void;
  failed?(error: unknown): void;
}
