import type { BackgroundTime } from "./background-times";
import type { CalendarEvent } from "./calendar-event";

interface Views {
  names: string;
  initial: string;
  rows: number;
}

export interface Shown {
  /** ms UTC; `to` is exclusive. */
  from: number;
  to: number;
  date: string;
  view: string;
}

export interface StaffCalendarOptions {
  zone: string;
  /** The server's time in ms UTC; a device's clock may be wrong. */
  now: number;
  date: string;
  view?: string | undefined;
  /** One therapist's calendar keeps its hours and hides initials in narrow cells. */
  ofOne?: boolean;
  wide: Views;
  narrow: Views;
  /** Events in the page, which save the first request. */
  first?: { from: number; to: number; events: CalendarEvent[] };
  fetchEvents(from: number, to: number): Promise<CalendarEvent[]>;
  /** What is behind the visits. */
  fetchBackground?(from: number, to: number): Promise<BackgroundTime[]>;
  open(event: CalendarEvent, element: HTMLElement): void;
  /** Saves a drag or resize; null reverts it. Without it, events can't be dragged. */
  move?(event: CalendarEvent, to: { start: number; end: number }): Promise<CalendarEvent | null>;
  keys?: Record<string, (event: CalendarEvent, element: HTMLElement) => void>;
  shown?(shown: Shown, events: CalendarEvent[]): void;
  loading?(isLoading: boolean): void;
  failed?(error: unknown): void;
}
