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
import { addDays, localDate, minute, startOfDay } from "~/core/time";
import { type CalendarEvent, toneOf, visitOf } from "./calendar-event";
import { narrowHours, outsideOf, wideHours, widened } from "./calendar-hours";
import type { StaffCalendarOptions } from "./calendar-options";
import { EventContent } from "./event-content";
import { OutsideHours } from "./outside-hours";

const usualLength = 45 * minute;

interface StaffCalendarProps {
  wanted: StaffCalendarOptions;
  date: string;
  view: string | undefined;
  narrow: boolean;
  held: RefObject<CalendarRef>;
}

/** The one calendar of the staff's pages, with the house's hours, words and rules. */
export function StaffCalendar({ wanted, date, view, narrow, held }: StaffCalendarProps) {
  const [inGrid, setInGrid] = useState<CalendarEvent[]>([]);
  // Options that stay the same from one drawing to the next leave every event alone.
  const options = useMemo(() => optionsOf(wanted, narrow, held, setInGrid), [wanted, narrow, held]);
  const { names, initial } = narrow ? wanted.narrow : wanted.wide;
  const first = view && names.split(",").includes(view) ? view : initial;
  const usual = narrow ? narrowHours : wideHours;
  const hours = wanted.ofOne ? usual : widened(inGrid, usual, wanted.zone);
  return (
    <>
      <OutsideHours visits={outsideOf(inGrid, hours, wanted.zone)} zone={wanted.zone} />
      <FullCalendar {...options} {...hours} initialView={first} initialDate={date} ref={held} />
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
  plugins: [dayGrid, timeGrid, list, interaction, classic],
  locale: "en-US",
  firstDay: 0,
  allDaySlot: false,
  nowIndicator: true,
  expandRows: true,
  eventDisplay: "block",
  // A day of many therapists would be thousands of slivers: what stands beside more than these folds into "+n more".
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
    timeGridWeek: { titleFormat: weekTitle },
    dayGridWeek: { titleFormat: weekTitle, dayHeaderContent: dayHead },
    listWeek: { titleFormat: weekTitle, noEventsText: "No visits this week." },
  },
};

function optionsOf(
  wanted: StaffCalendarOptions,
  narrow: boolean,
  held: RefObject<CalendarRef>,
  setInGrid: (visits: CalendarEvent[]) => void,
): CalendarOptions {
  const views = narrow ? wanted.narrow : wanted.wide;
  const opened = performance.now();
  return {
    ...fixed,
    height: (narrow ? narrowHours : wideHours).height,
    timeZone: wanted.zone,
    now: () => new Date(wanted.now + performance.now() - opened),
    headerToolbar: { left: "prev,next today", center: "title", right: views.names },
    dayMaxEventRows: views.rows,
    eventClass: ({ event, isPast }) => `event ${toneOf(visitOf(event).status)}${isPast ? " past" : ""}`,
    eventContent: ({ event, view }) => (
      <EventContent
        event={visitOf(event)}
        start={event.start?.getTime() ?? 0}
        zone={wanted.zone}
        tight={narrow && view.type.startsWith("dayGrid")}
        ofOne={wanted.ofOne ?? false}
      />
    ),
    eventDidMount({ el, event }) {
      el.dataset.visit = event.id;
      if (wanted.keys) el.setAttribute("aria-keyshortcuts", Object.keys(wanted.keys).join(" ").toUpperCase());
    },
    ...comings(wanted, held, setInGrid),
    ...doings(wanted),
  };
}

/** Where visits come from, and who is told of what is on show. */
function comings(
  wanted: StaffCalendarOptions,
  held: RefObject<CalendarRef>,
  setInGrid: (visits: CalendarEvent[]) => void,
): CalendarOptions {
  let first = wanted.first;
  const tell = ({ view }: { view: ViewApi }) => {
    const [from, to] = wholeDays(view.activeStart, view.activeEnd, wanted.zone);
    const events = view.calendar
      .getEvents()
      .filter(({ start }) => start && from <= start.getTime() && start.getTime() < to);
    const date = localDate(view.currentStart.getTime(), wanted.zone);
    const visits = events.map(visitOf);
    setInGrid(view.type.startsWith("timeGrid") ? visits : []);
    wanted.shown?.({ from, to, date, view: view.type }, visits);
  };
  return {
    async events({ start, end }: { start: Date; end: Date }) {
      const [from, to] = wholeDays(start, end, wanted.zone);
      const here = first && first.from <= from && to <= first.to ? first.events : null;
      first = undefined;
      return (here ?? (await wanted.fetchEvents(from, to))).map(inputOf);
    },
    datesSet: tell,
    eventsSet: () => held.current && tell(held.current.getApi()),
    loading: (isLoading) => wanted.loading?.(isLoading),
    eventSourceFailure: (error) => wanted.failed?.(error),
  };
}

/** A grid's time on show begins and ends with its hours, and visits may lie outside of them. */
function wholeDays(start: Date, end: Date, zone: string): [number, number] {
  const last = localDate(end.getTime() - 1, zone);
  return [startOfDay(localDate(start.getTime(), zone), zone), startOfDay(addDays(last, 1), zone)];
}

const inputOf = (visit: CalendarEvent) => ({
  id: String(visit.id),
  start: visit.start,
  end: visit.end,
  url: visit.href,
  editable: visit.movable,
  visit,
});

/** What is done to visits. */
function doings({ open, move }: StaffCalendarOptions): CalendarOptions {
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
      open(visitOf(event), el.closest<HTMLElement>("[data-visit]") ?? el);
    },
  };
}
