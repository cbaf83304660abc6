import type { CalendarRef } from "@fullcalendar/react";
import { createRef } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { type CalendarEvent, visitOf } from "./calendar-event";
import { narrowWidth } from "./calendar-hours";
import type { StaffCalendarOptions } from "./calendar-options";
import { StaffCalendar } from "./staff-calendar";

interface MountedCalendar {
  put(event: CalendarEvent): void;
  refresh(): void;
  elementOf(id: number): HTMLElement | null;
}

export function mountCalendar(element: HTMLElement, options: StaffCalendarOptions): MountedCalendar {
  const calendar = createRef<CalendarRef>();
  const root = createRoot(element);
  const narrow = matchMedia(narrowWidth);
  let { date, view } = options;
  const draw = () => {
    // When the width changes the view, the new view starts on the same day.
    const shown = calendar.current?.getApi();
    date = shown?.getDate().toISOString().slice(0, 10) ?? date;
    view = shown?.view.type ?? view;
    root.render(
      <StaffCalendar
        key={String(narrow.matches)}
        options={options}
        date={date}
        view={view}
        narrow={narrow.matches}
        calendar={calendar}
      />,
    );
  };
  narrow.addEventListener("change", draw);
  element.addEventListener("keydown", (pressed) => {
    const target = (pressed.target as Element).closest<HTMLElement>("[data-visit]");
    // Users can turn off single keys (WCAG 2.1.4).
    if (document.documentElement.dataset.keys === "off") return;
    const act = options.keys?.[pressed.key.toLowerCase()];
    const found = target && calendar.current?.getApi().getEventById(target.dataset.visit ?? "");
    if (!act || !found || pressed.metaKey || pressed.ctrlKey || pressed.altKey) return;
    pressed.preventDefault();
    act(visitOf(found), target);
  });
  element.addEventListener("click", (clicked) => {
    const link = (clicked.target as Element).closest<HTMLElement>(".notice [data-visit]");
    const found = link && calendar.current?.getApi().getEventById(link.dataset.visit ?? "");
    if (!found || clicked.metaKey || clicked.ctrlKey) return;
    clicked.preventDefault();
    options.open(visitOf(found), link);
  });
  keepFocus(element);
  makeScrollableByKeyboard(element);
  alignToRow(element);
  flushSync(draw);
  return {
    put(event) {
      const found = calendar.current?.getApi().getEventById(String(event.id));
      if (!found) return;
      const patientName = event.patientName ?? visitOf(found).patientName;
      found.setExtendedProp("visit", { ...event, patientName });
      found.setDates(event.start, event.end);
      found.setProp("editable", event.movable);
    },
    refresh: () => calendar.current?.getApi().refetchEvents(),
    elementOf: (id) => element.querySelector(`[data-visit="${id}"]`),
  };
}

/** Keeps the focus on a visit when FullCalendar draws it again. */
function keepFocus(element: HTMLElement): void {
  let focused: string | undefined;
  document.addEventListener("focusin", ({ target }) => {
    // A closing dialog returns the focus, possibly before the visit is drawn again.
    if ((target as Element).closest("dialog")) return;
    const visit = (target as Element).closest<HTMLElement>("[data-visit]");
    focused = visit && element.contains(visit) ? visit.dataset.visit : undefined;
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!(target as Element).closest("dialog")) focused = undefined;
  });
  // FullCalendar has to place a new element before it can be focused.
  new MutationObserver(() => {
    if (focused === undefined || document.activeElement !== document.body) return;
    element.querySelector<HTMLElement>(`[data-visit="${focused}"]`)?.focus({ preventScroll: true });
  }).observe(element, { subtree: true, childList: true, attributeFilter: ["data-visit", "style"] });
}

/**
 * Makes the first cell of scrollable parts without visits focusable. The part itself has no role in the table.
 */
function makeScrollableByKeyboard(element: HTMLElement): void {
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

/** FullCalendar can scroll a month to the middle of a row. This aligns it, unless the user has scrolled. */
function alignToRow(element: HTMLElement): void {
  let scrolledByUser = false;
  const note = ({ target }: Event) => {
    scrolledByUser = (target as Element).closest('[role="table"]') !== null;
  };
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    element.addEventListener(type, note, { capture: true, passive: true });
  }
  const align = ({ target }: Event) => {
    const part = target as HTMLElement;
    if (scrolledByUser || !part.closest(".month")) return;
    const { top } = part.getBoundingClientRect();
    const cut = [...part.querySelectorAll('[role="row"]')]
      .map((row) => row.getBoundingClientRect())
      .find((row) => row.top < top - 1 && row.bottom > top + 1);
    if (cut) part.scrollTop -= top - cut.top;
  };
  element.addEventListener("scroll", align, true);
}
