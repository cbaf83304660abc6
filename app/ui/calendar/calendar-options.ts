import type { BackgroundTime } from "./background-times";
import type { CalendarEvent } from "./calendar-event";

interface Views {
  names: string;
  initial: string;
  rows: number;
}

export interface Shown {
  /** Milliseconds UTC; `to` is exclusive. */
  from: number;
  to: number;
  date: string;
  view: string;
}

export interface StaffCalendarOptions {
  zone: string;
  /** The server's time in ms UTC, because a device's clock may be wrong. */
  now: number;
  date: string;
  view?: string | undefined;
  /** True for a single therapist's calendar, which keeps its hours and hides initials in narrow cells. */
  ofOne?: boolean;
  wide: Views;
  narrow: Views;
  /** Events that are already in the page, so that no first request is needed. */
  first?: { from: number; to: number; events: CalendarEvent[] };
  fetchEvents(from: number, to: number): Promise<CalendarEvent[]>;
  /** Background times, such as closed hours and busy times. */
  fetchBackground?(from: number, to: number): Promise<BackgroundTime[]>;
  open(event: CalendarEvent, element: HTMLElement): void;
  /** Saves a drag or resize. A null result reverts it. Without this function, events can't be dragged. */
  move?(event: CalendarEvent, to: { start: number; end: number }): Promise<CalendarEvent | null>;
  /** Handles a drag over empty time of one day in the wide time grids. */
  paint?(span: { start: number; end: number }): void;
  keys?: Record<string, (event: CalendarEvent, element: HTMLElement) => void>;
  shown?(shown: Shown, events: CalendarEvent[]): void;
  loading?(isLoading: boolean): void;
  failed?(error: unknown): void;
}
