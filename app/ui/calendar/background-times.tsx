import type { CalendarOptions } from "@fullcalendar/react";
import { localDate } from "~/core/time";
import { formatShortTime } from "./event-content";

export const backgroundNames = {
  open: "Open for booking",
  closed: "Closed",
  busy: "Busy",
  off: "Day off",
} as const;

/** A time in the background of a therapist's calendar. Instants in ms UTC. */
export interface BackgroundTime {
  kind: keyof typeof backgroundNames;
  start: number;
  end: number;
}

const timeOf = ({ extendedProps }: { extendedProps: Record<string, unknown> }) =>
  extendedProps.background as BackgroundTime | undefined;

export const isBackground = (event: Parameters<typeof timeOf>[0]): boolean => timeOf(event) !== undefined;

/** Narrow views show no hours, so they list busy times with the visits. */
export function backgroundEvents(times: readonly BackgroundTime[], zone: string, narrow: boolean) {
  return times
    .filter(({ kind }) => !narrow || kind === "busy" || kind === "off")
    .map((background) => {
      const { kind, start, end } = background;
      const display = narrow && kind === "busy" ? "block" : "background";
      if (kind !== "off") return { start, end, display, editable: false, background };
      return { start: localDate(start, zone), end: localDate(end, zone), allDay: true, display, background };
    });
}

export const backgroundLook: CalendarOptions = {
  backgroundEventColor: "transparent",
  backgroundEventContent({ event }) {
    const kind = timeOf(event)?.kind;
    if (!kind) return null;
    return (
      <span className={`behind ${kind}`}>{(kind === "busy" || kind === "off") && backgroundNames[kind]}</span>
    );
  },
};

export function BusyLine({ event, zone }: { event: Parameters<typeof timeOf>[0]; zone: string }) {
  const { start = 0, end = 0 } = timeOf(event) ?? {};
  const short = (at: number) => formatShortTime(at, zone).replace(":00", "");
  return (
    <span className="event-line">
      <span className="event-time">{short(start)}</span>
      <span className="event-time">– {short(end)}</span>
      <span>{backgroundNames.busy}</span>
    </span>
  );
}
