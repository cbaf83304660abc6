import type { CalendarOptions, EventDropInfo } from "@fullcalendar/react";
import { minute } from "~/core/time";
import { isBackground } from "./background-times";
import { visitOf } from "./calendar-event";
import type { StaffCalendarOptions } from "./calendar-options";

const usualLength = 45 * minute;

export function interactions({ open, move }: StaffCalendarOptions): CalendarOptions {
  const save = async ({ event, revert }: Pick<EventDropInfo, "event" | "revert">) => {
    const start = event.start?.getTime();
    if (!move || start === undefined) return revert();
    const moved = await move(visitOf(event), { start, end: event.end?.getTime() ?? start + usualLength });
    if (moved) event.setExtendedProp("visit", moved);
    else revert();
  };
  return {
    editable: move !== undefined,
    eventDrop: save,
    eventResize: save,
    eventClick({ event, el, jsEvent }) {
      if (jsEvent.metaKey || jsEvent.ctrlKey) return;
      jsEvent.preventDefault();
      if (!isBackground(event)) open(visitOf(event), el.closest<HTMLElement>("[data-visit]") ?? el);
    },
  };
}
