import FullCalendar, {
  type CalendarOptions,
  type CalendarRef,
  type EventDropInfo,
  type ViewApi,
} from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import list from "@fullcalendar/react/list";
import classic from "@fullcalendar/react/themes/classic";
import timeGrid from "@fullcalendar/react/timegrid";
import { type RefObject, useMemo, useState } from "react";
import { formatDay, formatTime, localDate } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { shownStatus } from "~/core/visit-status";
import { Notice } from "../components/notice";
import { BusyLine, backgroundEvents, backgroundLook, isBackground } from "./background-times";
import { type CalendarEvent, toneOf, visitOf } from "./calendar-event";
import { narrowHours, outsideOf, wholeDays, wideHours, widened } from "./calendar-hours";
import type { StaffCalendarOptions } from "./calendar-options";
import { EventContent } from "./event-content";

interface StaffCalendarProps {
  options: StaffCalendarOptions;
  date: string;
  view: string | undefined;
  narrow: boolean;
  calendar: RefObject<CalendarRef>;
}

export function StaffCalendar({ options, date, view, narrow, calendar }: StaffCalendarProps) {
  const [gridVisits, setGridVisits] = useState<CalendarEvent[]>([]);
  // With stable options, FullCalendar doesn't re-render every event.
  const calendarOptions = useMemo(
    () => optionsOf(options, narrow, calendar, setGridVisits),
    [options, narrow, calendar],
  );
  const { names, initial } = narrow ? options.narrow : options.wide;
  const first = view && names.split(",").includes(view) ? view : initial;
  const usual = narrow ? narrowHours : wideHours;
  const hours = options.ofOne ? usual : widened(gridVisits, usual, options.zone);
  return (
    <>
      <OutsideHours visits={outsideOf(gridVisits, hours, options.zone)} zone={options.zone} />
      <FullCalendar {...calendarOptions} {...hours} initialView={first} initialDate={date} ref={calendar} />
    </>
  );
}

const weekTitle = { month: "short", day: "numeric", year: "numeric" } as const;

function dayHead({ weekdayText, dayNumberText }: { weekdayText: string; dayNumberText: string }) {
  return (
    <span className="day-head">
      <span>{weekdayText}</span>
      <b>{dayNumberText}</b>
    </span>
  );
}

function dayClass({ isPast, isToday }: { isPast: boolean; isToday: boolean }): string {
  return isToday ? "day-today" : isPast ? "day-past" : "";
}

const fixed: CalendarOptions = {
  ...backgroundLook,
  plugins: [dayGrid, timeGrid, list, interaction, classic],
  locale: "en-US",
  firstDay: 0,
  allDaySlot: false,
  nowIndicator: true,
  expandRows: true,
  eventDisplay: "block",
  // Otherwise a day with many therapists would be split into thousands of columns.
  eventMaxStack: 4,
  moreLinkInnerClass: "more-visits",
  slotEventOverlap: false,
  longPressDelay: 350,
  buttonDisplay: "text",
  todayText: "Today",
  todayHint: "Today",
  prevHint: (unit: string) => `Prev ${unit.toLowerCase()}`,
  nextHint: (unit: string) => `Next ${unit.toLowerCase()}`,
  monthText: "Month",
  dayText: "Day",
  buttonClass: "tool",
  toolbarSectionClass: ({ name }) => `tools ${name}`,
  toolbarTitleClass: "title",
  viewClass: ({ view }) => (view.type === "dayGridMonth" ? "month" : ""),
  dayHeaderClass: dayClass,
  dayLaneClass: dayClass,
  dayCellClass: dayClass,
  listDayHeaderClass: dayClass,
  views: {
    // EventContent shows the time. FullCalendar would format another one for each event, and at each step of a drag.
    timeGrid: { displayEventTime: false },
    dayGrid: { displayEventTime: false },
    timeGridWeek: { titleFormat: weekTitle },
    dayGridWeek: { titleFormat: weekTitle, dayHeaderContent: dayHead },
    listWeek: { titleFormat: weekTitle, noEventsText: "No visits this week." },
  },
};

function optionsOf(
  options: StaffCalendarOptions,
  narrow: boolean,
  calendar: RefObject<CalendarRef>,
  setGridVisits: (visits: CalendarEvent[]) => void,
): CalendarOptions {
  const views = narrow ? options.narrow : options.wide;
  const opened = performance.now();
  return {
    ...fixed,
    height: (narrow ? narrowHours : wideHours).height,
    timeZone: options.zone,
    now: () => new Date(options.now + performance.now() - opened),
    headerToolbar: { left: "prev,next today", center: "title", right: views.names },
    dayMaxEventRows: views.rows,
    eventClass: ({ event, isPast }) =>
      isBackground(event) ? "event busy" : `event ${toneOf(visitOf(event).status)}${isPast ? " past" : ""}`,
    eventContent: ({ event, view }) =>
      isBackground(event) ? (
        <BusyLine event={event} zone={options.zone} />
      ) : (
        <EventContent
          event={visitOf(event)}
          start={event.start?.getTime() ?? 0}
          zone={options.zone}
          tight={narrow && view.type.startsWith("dayGrid")}
          ofOne={options.ofOne ?? false}
        />
      ),
    eventDidMount({ el, event }) {
      if (isBackground(event)) return;
      el.dataset.visit = event.id;
      if (options.keys)
        el.setAttribute("aria-keyshortcuts", Object.keys(options.keys).join(" ").toUpperCase());
    },
    ...eventSource(options, narrow, calendar, setGridVisits),
    ...interactions(options),
    ...(options.paint && !narrow && painting(options.paint, options.zone)),
  };
}

function eventSource(
  options: StaffCalendarOptions,
  narrow: boolean,
  calendar: RefObject<CalendarRef>,
  setGridVisits: (visits: CalendarEvent[]) => void,
): CalendarOptions {
  let first = options.first;
  const report = ({ view }: { view: ViewApi }) => {
    const [from, to] = wholeDays(view.activeStart, view.activeEnd, options.zone);
    const events = view.calendar
      .getEvents()
      .filter((event) => !isBackground(event))
      .filter(({ start }) => start && from <= start.getTime() && start.getTime() < to);
    const date = localDate(view.currentStart.getTime(), options.zone);
    const visits = events.map(visitOf);
    setGridVisits(view.type.startsWith("timeGrid") ? visits : []);
    options.shown?.({ from, to, date, view: view.type }, visits);
  };
  return {
    async events({ start, end }: { start: Date; end: Date }) {
      const [from, to] = wholeDays(start, end, options.zone);
      const cached = first && first.from <= from && to <= first.to ? first.events : null;
      first = undefined;
      const [visits, times = []] = await Promise.all([
        cached ?? options.fetchEvents(from, to),
        options.fetchBackground?.(from, to),
      ]);
      return [...visits.map(eventInput), ...backgroundEvents(times, options.zone, narrow)];
    },
    datesSet: report,
    eventsSet: () => calendar.current && report(calendar.current.getApi()),
    loading: (isLoading) => options.loading?.(isLoading),
    eventSourceFailure: (error) => options.failed?.(error),
  };
}

const eventInput = (visit: CalendarEvent) => ({
  id: String(visit.id),
  start: visit.start,
  end: visit.end,
  url: visit.href,
  editable: visit.movable,
  visit,
});

function OutsideHours({ visits, zone }: { visits: CalendarEvent[]; zone: string }) {
  if (visits.length === 0) return null;
  return (
    <Notice>
      {visits.length === 1 ? "1 visit" : `${visits.length} visits`} outside these hours:
      {visits.map(({ id, href, start, title, patientId, status }) => (
        <a key={id} href={href} data-visit={id}>
          {formatDay(Date.parse(start), zone)}, {formatTime(Date.parse(start), zone)} -{" "}
          {title ?? `patient ${patientId} - ${shownStatus(status)}`}
        </a>
      ))}
    </Notice>
  );
}

/** A drag over empty time of one day. A click selects nothing. */
const painting = (paint: NonNullable<StaffCalendarOptions["paint"]>, zone: string): CalendarOptions => ({
  selectable: true,
  selectMinDistance: 8,
  selectLongPressDelay: 1000,
  selectAllow: ({ start, end, allDay }) =>
    !allDay && localDate(start.getTime(), zone) === localDate(end.getTime() - 1, zone),
  select({ start, end, view }) {
    view.calendar.unselect();
    paint({ start: start.getTime(), end: end.getTime() });
  },
});

function interactions({ open, move }: StaffCalendarOptions): CalendarOptions {
  const save = async ({ event, revert }: Pick<EventDropInfo, "event" | "revert">) => {
    const start = event.start?.getTime();
    if (!move || start === undefined) return revert();
    const moved = await move(visitOf(event), { start, end: event.end?.getTime() ?? start + visitLength });
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
