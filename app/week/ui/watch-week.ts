import { classEvent, fetchClassEvents } from "~/classes/ui/class-event";
import { visitHref } from "~/core/calendar-href";
import { day, localDate, zoneLabel } from "~/core/time";
import { isActive } from "~/core/visit-status";
import type { BackgroundTime } from "~/ui/calendar/background-times";
import { type CalendarEvent, shownName } from "~/ui/calendar/calendar-event";
import type { Shown } from "~/ui/calendar/calendar-options";
import { mountCalendar } from "~/ui/calendar/mount-calendar";
import { fetchPage, pageHref } from "~/ui/scripts/fetch-page";
import { ownZone } from "~/ui/scripts/local-times";
import { refreshParts } from "~/ui/scripts/refresh-page";
import { sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";
import { undoInPlace } from "~/ui/scripts/undo";
import { markOf } from "~/visits/interpreter";
import { moveVisit, type VisitAnswer } from "~/visits/sheet/ui/send-visit-change";
import { showMove, watchSheet } from "~/visits/sheet/ui/watch-sheet";
import { calendarViews } from "../calendar-views";
import { countByStatus, zoneLabels } from "../week";
import { paintHours } from "./paint-hours";

export function watchWeek(element: HTMLElement): void {
  const { therapist = "", zone = "", date = "", view = "", from = "", to = "", now = "" } = element.dataset;
  const eventOf = eventsOf(element.dataset);
  const background = watchBackground(element, zone);
  let opened = 0;
  let lastShown = "";
  let showing: { shown: Pick<Shown, "from" | "to">; events: CalendarEvent[] } = {
    shown: { from: Date.parse(from), to: Date.parse(to) },
    events: [],
  };

  const sheet = watchSheet({
    changed: (visit) => draw(visit),
    fallbackFocus: () => calendar.elementOf(opened),
  });

  /** The therapist's visits, with each class as one event instead of its seats. */
  async function fetchEvents(from: number, to: number): Promise<CalendarEvent[]> {
    const visits = await fetchVisits(therapist, from, to);
    if (element.dataset.classes === undefined) return visits.map(eventOf);
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const classes = await fetchClassEvents({ therapist, ...span });
    return [...visits.filter(({ mode }) => mode !== "class").map(eventOf), ...classes];
  }

  /** The response to a change names no patient and no kind, which the calendar knows. */
  const changedEvent = (visit: VisitAnswer): CalendarEvent => {
    const event = eventOf(visit);
    const known = showing.events.find(({ id }) => id === event.id);
    return { ...event, patientName: known?.patientName, kindNote: known?.kindNote };
  };
  const draw = (visit: VisitAnswer) => {
    calendar.put(changedEvent(visit));
    refreshParts();
  };
  const open = (event: CalendarEvent, href: string, origin: HTMLElement) => {
    opened = event.id;
    sheet.open(href, origin);
  };
  const calendar = mountCalendar(element, {
    zone,
    now: Date.parse(now),
    date,
    ofOne: true,
    view: calendarViews[view as keyof typeof calendarViews],
    wide: { names: "timeGridWeek,timeGridDay,dayGridMonth", initial: "timeGridWeek", rows: 3 },
    narrow: { names: "dayGridWeek,listWeek,dayGridMonth", initial: "dayGridWeek", rows: 3 },
    first: {
      from: Date.parse(from),
      to: Date.parse(to),
      events: [...eventsIn(element, eventOf), ...classesIn(element)],
    },
    fetchEvents,
    fetchBackground: background.fetch,
    open(event, origin) {
      if (event.title !== undefined) location.assign(event.href);
      else open(event, currentWeekHref(event.id), origin);
    },
    keys: {
      m(event, origin) {
        const back = encodeURIComponent(currentWeekHref());
        if (event.movable) open(event, `/visits/${event.id}/move?back=${back}`, origin);
      },
    },
    paint: (span) => paintHours(element, span, { background: background.shown(), visits: showing.events }),
    async move(event, to) {
      setText("saved", "Saving…");
      showProblem();
      const outcome = await moveVisit(event, to);
      if (outcome.ok) {
        setText("saved", "Saved");
        showMove(outcome.visit, zone);
        refreshParts();
        return changedEvent(outcome.visit);
      }
      setText("saved", "Not saved");
      showProblem(outcome.title, outcome.reason);
      const current: VisitAnswer | undefined = outcome.answer?.data.appointment;
      if (current) setTimeout(() => draw(current));
      return null;
    },
    shown(shown, events) {
      showing = { shown, events };
      showCounts(events);
      const viewAndDate = `${shown.view} ${shown.date}`;
      if (viewAndDate === lastShown) return;
      if (lastShown) {
        followAddress(shown);
        leaveWeek();
        refreshParts();
      }
      lastShown = viewAndDate;
      setText("zone-label", zoneLabels(shown, zone));
    },
    loading(isLoading) {
      const badge = document.getElementById("loading");
      if (badge) badge.hidden = !isLoading;
    },
    failed: (error) => showProblem((error as Error).message),
  });
  undoInPlace(async (_, form) => {
    const { from, to } = showing.shown;
    const fresh = await fetchEvents(from, to).catch(() => []);
    const undone = fresh.find(({ id }) => form.getAttribute("action")?.startsWith(`/visits/${id}/`));
    if (undone) calendar.put(undone);
    refreshParts();
    if (undone) calendar.elementOf(undone.id)?.focus();
  });
  document.addEventListener("refresh", async () => {
    const { from, to } = showing.shown;
    const fresh = await fetchEvents(from, to).catch(() => []);
    const known = new Map(showing.events.map((event) => [event.id, event]));
    const isSame = fresh.length === known.size && fresh.every(({ id }) => known.has(id));
    // FullCalendar redraws every visit after a reload.
    if (!isSame) calendar.refresh();
    else for (const event of fresh) if (isNewer(event, known.get(event.id))) calendar.put(event);
  });
  document.addEventListener("fetched", (event) => {
    if (background.take((event as CustomEvent<Document>).detail)) calendar.refresh();
  });
  opened = Number(new URL(location.href).searchParams.get("visit"));
  sheet.takeOpened();
  showDeviceZone(zone, Date.parse(now));
}

/** "Running late" and "call me" don't change the visit's version. */
const isNewer = (event: CalendarEvent, known: CalendarEvent | undefined) =>
  event.version !== known?.version || event.mark?.text !== known.mark?.text;

async function fetchVisits(therapist: string, from: number, to: number): Promise<VisitAnswer[]> {
  const span = new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    limit: "1000",
  });
  const path = `/api/appointments/${encodeURIComponent(therapist)}?${span}`;
  const { ok, status, data } = await sendJson("GET", path, undefined).catch(() => {
    throw new Error("The visits couldn't be loaded. Try again.");
  });
  if (!ok) throw new Error(`appointments HTTP ${status}`);
  showProblem();
  return data;
}

function setText(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

function showCounts(events: CalendarEvent[]): void {
  for (const [status, count] of Object.entries(countByStatus(events))) {
    const tile = document.querySelector(`[data-count="${status}"]`);
    if (tile) tile.textContent = String(count);
  }
}

function showProblem(title?: string, reason?: string): void {
  document.getElementById("problem")?.replaceChildren(...(title ? [notice("bad", title, reason)] : []));
}

function showDeviceZone(zone: string, now: number): void {
  const label = zoneLabel(now, ownZone());
  if (label === zoneLabel(now, zone)) return;
  setText(
    "own-zone",
    `Your device uses a different time zone, ${ownZone().replaceAll("_", " ")} (${label}).`,
  );
}

/** Provides the background times of the last loaded week. Each week's page contains its own. */
function watchBackground(element: HTMLElement, zone: string) {
  let { from, to, background = "[]" } = element.dataset;
  return {
    async fetch(start: number, end: number): Promise<BackgroundTime[]> {
      if (Date.parse(from ?? "") > start || Date.parse(to ?? "") < end) {
        // The month view doesn't show hours.
        if (end - start > 8 * day) return [];
        const page = await fetchPage(currentWeekHref(undefined, localDate(start, zone))).catch(() => null);
        const data = page?.document.getElementById("calendar")?.dataset;
        if (data) ({ from, to, background = "[]" } = data);
      }
      return JSON.parse(background);
    },
    shown: (): BackgroundTime[] => JSON.parse(background),
    /** Returns true if the page shows the same week with different times. */
    take(page: Document): boolean {
      const fresh = page.getElementById("calendar")?.dataset;
      const isSame = fresh?.from !== from || fresh?.background === background;
      if (!isSame) background = fresh?.background ?? "[]";
      return !isSame;
    },
  };
}

function followAddress({ date, view }: Pick<Shown, "date" | "view">): void {
  const address = new URL(location.href);
  const [viewName] = Object.entries(calendarViews).find(([, name]) => name === view) ?? [];
  address.searchParams.set("week", date);
  if (viewName) address.searchParams.set("view", viewName);
  else address.searchParams.delete("view");
  history.replaceState(history.state, "", address);
}

/** Empties the parts about another week, until they are fetched. The page's forms return to the week shown now. */
function leaveWeek(): void {
  for (const part of document.querySelectorAll("[data-of-week]")) part.replaceChildren();
  for (const field of document.querySelectorAll<HTMLInputElement>("main input[name=back]")) {
    field.value = currentWeekHref();
  }
}

/** The page's address, even while the address bar shows the address of an open sheet. */
function currentWeekHref(visit?: number, week?: string): string {
  const { pathname, searchParams } = new URL(pageHref(), location.href);
  searchParams.delete("visit");
  searchParams.delete("details");
  if (week) searchParams.set("week", week);
  if (visit !== undefined) searchParams.set("visit", String(visit));
  return `${pathname}?${searchParams}`;
}

function eventsOf({ initials = "", zone = "", therapistId = "" }: DOMStringMap) {
  const therapist = Number(therapistId) || undefined;
  return (visit: VisitAnswer): CalendarEvent => ({
    id: visit.id,
    start: visit.datetime,
    end: visit.end,
    status: visit.status,
    patientId: visit.patient_id,
    patientName: shownName(visit.patient_name),
    initials,
    mark: markOf(visit),
    kindNote: visit.kind_note,
    href: visitHref({ therapist }, { id: visit.id, date: localDate(Date.parse(visit.datetime), zone) }),
    movable: isActive(visit.status),
    version: visit.version,
  });
}

const classesIn = (list: HTMLElement): CalendarEvent[] =>
  [...list.querySelectorAll<HTMLAnchorElement>("a[data-class]")].map((row) =>
    classEvent({
      id: Number(row.dataset.class),
      name: row.dataset.name ?? "",
      start: row.querySelector("time")?.dateTime ?? "",
      end: row.dataset.end ?? "",
      therapist: row.dataset.therapist ?? "",
      seats: Number(row.dataset.seats),
      seats_taken: Number(row.dataset.taken),
    }),
  );

function eventsIn(list: HTMLElement, eventOf: (visit: VisitAnswer) => CalendarEvent): CalendarEvent[] {
  return [...list.querySelectorAll<HTMLAnchorElement>("a[data-id]")].map((row) =>
    eventOf({
      id: Number(row.dataset.id),
      datetime: row.querySelector("time")?.dateTime ?? "",
      end: row.dataset.end ?? "",
      status: row.dataset.status ?? "",
      patient_id: Number(row.dataset.patient),
      patient_name: row.dataset.name ?? null,
      version: Number(row.dataset.version),
      language: row.dataset.language ?? "en",
      interpreter: row.dataset.interpreter ?? null,
      interpreter_arranged: row.dataset.arranged !== undefined,
      patient_confirmed: row.dataset.patientConfirmed !== undefined,
      change_asked: row.dataset.changeAsked !== undefined,
      late_minutes: Number(row.dataset.late) || null,
      call_me: row.dataset.call !== undefined,
      kind_note:
        row.dataset.kind === undefined
          ? undefined
          : { text: row.dataset.kind, short: row.dataset.kindShort ?? "" },
    }),
  );
}
