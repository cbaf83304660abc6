import type { CalendarRef } from "@fullcalendar/react";
import { createRef } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { type CalendarEvent, visitOf } from "./calendar-event";
import { narrowWidth } from "./calendar-hours";
import type { StaffCalendarOptions } from "./calendar-options";
import { StaffCalendar } from "./staff-calendar";

export interface MountedCalendar {
  /** Draws one visit as it is now; the others are left alone. One that is not on show changes nothing. */
  put(event: CalendarEvent): void;
  /** Asks again for what is on show. */
  refresh(): void;
  /** The element of a visit on show. */
  elementOf(id: number): HTMLElement | null;
}

/** Puts a calendar into an element, in place of whatever stands there. */
export function mountCalendar(element: HTMLElement, wanted: StaffCalendarOptions): MountedCalendar {
  const held = createRef<CalendarRef>();
  const root = createRoot(element);
  const narrow = matchMedia(narrowWidth);
  let { date, view } = wanted;
  const draw = () => {
    // Another width has other views, which begin on the day that was on show.
    const shown = held.current?.getApi();
    date = shown?.getDate().toISOString().slice(0, 10) ?? date;
    view = shown?.view.type ?? view;
    root.render(
      <StaffCalendar
        key={String(narrow.matches)}
        wanted={wanted}
        date={date}
        view={view}
        narrow={narrow.matches}
        held={held}
      />,
    );
  };
  narrow.addEventListener("change", draw);
  element.addEventListener("keydown", (pressed) => {
    const target = (pressed.target as Element).closest<HTMLElement>("[data-visit]");
    const act = wanted.keys?.[pressed.key.toLowerCase()];
    const found = target && held.current?.getApi().getEventById(target.dataset.visit ?? "");
    if (!act || !found || pressed.metaKey || pressed.ctrlKey || pressed.altKey) return;
    pressed.preventDefault();
    act(visitOf(found), target);
  });
  element.addEventListener("click", (clicked) => {
    // Those in the grid are the calendar's own to open.
    const link = (clicked.target as Element).closest<HTMLElement>(".notice [data-visit]");
    const found = link && held.current?.getApi().getEventById(link.dataset.visit ?? "");
    if (!found || clicked.metaKey || clicked.ctrlKey) return;
    clicked.preventDefault();
    wanted.open(visitOf(found), link);
  });
  letKeysScroll(element);
  beginAtRow(element);
  flushSync(draw);
  return {
    put(event) {
      const found = held.current?.getApi().getEventById(String(event.id));
      if (!found) return;
      found.setExtendedProp("visit", event);
      found.setDates(event.start, event.end);
      found.setProp("editable", event.movable);
    },
    refresh: () => held.current?.getApi().refetchEvents(),
    elementOf: (id) => element.querySelector(`[data-visit="${id}"]`),
  };
}

/**
 * A part that scrolls is reached by keyboard even where no visit in it takes the focus: by its first cell,
 * since the part itself is no member of the table.
 */
function letKeysScroll(element: HTMLElement): void {
  const look = () => {
    for (const part of element.querySelectorAll<HTMLElement>('[style*="auto"]')) {
      if (!/auto|scroll/.test(part.style.overflowY) || part.querySelector("a, button, [tabindex]")) continue;
      const cell = part.querySelector<HTMLElement>('[role="rowheader"], [role="cell"], [role="listitem"]');
      if (cell) cell.tabIndex = 0;
    }
  };
  new MutationObserver(look).observe(element, {
    subtree: true,
    childList: true,
    attributeFilter: ["style"],
  });
}

/**
 * A month is shown from the week of its day on. Where what is below that does not fill the part, it would
 * begin in the middle of a row: then it begins with that row. Whoever scrolls on their own is let alone.
 */
function beginAtRow(element: HTMLElement): void {
  let own = false;
  const note = ({ target }: Event) => {
    own = (target as Element).closest('[role="table"]') !== null;
  };
  for (const does of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    element.addEventListener(does, note, { capture: true, passive: true });
  }
  const align = ({ target }: Event) => {
    const part = target as HTMLElement;
    if (own || !part.closest(".month")) return;
    const { top } = part.getBoundingClientRect();
    const cut = [...part.querySelectorAll('[role="row"]')]
      .map((row) => row.getBoundingClientRect())
      .find((row) => row.top < top - 1 && row.bottom > top + 1);
    if (cut) part.scrollTop -= top - cut.top;
  };
  element.addEventListener("scroll", align, true);
}
