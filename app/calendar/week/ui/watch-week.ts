import { zoneLabel } from "~/core/time";
import type { CalendarEvent } from "~/ui/calendar/calendar-event";
import { mountCalendar } from "~/ui/calendar/mount-calendar";
import { ownZone } from "~/ui/scripts/local-times";
import { sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";
import { moveVisit, type Outcome, type VisitAnswer } from "../../visit-sheet/change-visit";
import { watchVisits } from "../../visit-sheet/watch-visits";
import { countByStatus, zoneLabels } from "../week";
import { calendarViews } from "../week-schema";
import { updatePending } from "./update-pending";
import type { HeldBar } from "./watch-held";
import { currentWeekHref, followAddress } from "./week-address";
import { eventsIn, eventsOf } from "./week-events";

interface WeekWanted {
  showOrder(place: HTMLElement): void;
  held: HeldBar;
}

/** Puts the calendar in place of the list, with the list's visits in it, and keeps the page in step. */
export function watchWeek(element: HTMLElement, { showOrder, held }: WeekWanted): void {
  const { therapist = "", zone = "", date = "", view = "", from = "", to = "", now = "" } = element.dataset;
  const eventOf = eventsOf(element.dataset);
  let opened = 0;
  let onShow = "";

  const sheet = watchVisits({
    showOrder,
    changed(visit, { did, told }) {
      draw(visit);
      if (did === "move") held.add(visit, told);
      else held.remove(visit.id);
    },
    focusBack: () => calendar.elementOf(opened),
  });

  const draw = (visit: VisitAnswer) => {
    calendar.put(eventOf(visit));
    updatePending(visit, zone);
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
    first: { from: Date.parse(from), to: Date.parse(to), events: eventsIn(element, eventOf) },
    fetchEvents: async (start, end) => (await fetchVisits(therapist, start, end)).map(eventOf),
    open: (event, origin) => open(event, currentWeekHref(event.id), origin),
    keys: {
      m(event, origin) {
        if (event.movable)
          open(event, `/visits/${event.id}/move?back=${encodeURIComponent(currentWeekHref())}`, origin);
      },
    },
    async move(event, to) {
      say("Saving…");
      const outcome = await moveVisit(event, to);
      if (outcome.ok) {
        say("Saved");
        held.add(outcome.visit, Date.parse(event.start));
        updatePending(outcome.visit, zone);
        return eventOf(outcome.visit);
      }
      say("Not saved");
      complain(outcome.title, outcome.reason);
      const isNow = staleVisit(outcome);
      if (isNow) setTimeout(() => draw(isNow));
      return null;
    },
    shown(shown, events) {
      count(events);
      const isOnShow = `${shown.view} ${shown.date}`;
      if (isOnShow === onShow) return;
      if (onShow) followAddress(shown);
      onShow = isOnShow;
      const label = document.getElementById("zone-label");
      if (label) label.textContent = zoneLabels(shown, zone);
    },
    loading(isLoading) {
      const badge = document.getElementById("loading");
      if (badge) badge.hidden = !isLoading;
    },
    failed: (error) => complain((error as Error).message),
  });
  held.undone = (visit) => {
    draw(visit);
    calendar.elementOf(visit.id)?.focus();
  };
  held.failed = complain;
  opened = Number(new URL(location.href).searchParams.get("visit"));
  sheet.takeOpened();
  tellOwnZone(zone, Date.parse(now));
}

async function fetchVisits(therapist: string, from: number, to: number): Promise<VisitAnswer[]> {
  const span = new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    limit: "1000",
  });
  const path = `/api/appointments/${encodeURIComponent(therapist)}?${span}`;
  const { ok, status, data } = await sendJson("GET", path, undefined).catch(() => {
    throw new Error("The visits could not be loaded. Please try again.");
  });
  if (!ok) throw new Error(`appointments HTTP ${status}`);
  complain();
  return data;
}

/** How the visit stands, where somebody else changed it meanwhile. */
function staleVisit(outcome: Outcome): VisitAnswer | null {
  return outcome.ok ? null : (outcome.answer?.data.appointment ?? null);
}

function count(events: CalendarEvent[]): void {
  for (const [status, number] of Object.entries(countByStatus(events))) {
    const place = document.querySelector(`[data-count="${status}"]`);
    if (place) place.textContent = String(number);
  }
}

/** How far the last change has come; seen and heard. */
function say(text: string): void {
  const line = document.getElementById("saved");
  if (line) line.textContent = text;
  if (text === "Saving…") complain();
}

/** The red card over the calendar; without a title it goes. */
function complain(title?: string, reason?: string): void {
  const place = document.getElementById("trouble");
  place?.replaceChildren();
  if (!title) return;
  const box = notice("bad", title);
  if (reason) {
    const line = document.createElement("p");
    line.textContent = reason;
    box.append(line);
  }
  place?.replaceChildren(box);
}

/** To a therapist who travels: the calendar stays on their own clock, whatever the device's says. */
function tellOwnZone(zone: string, now: number): void {
  const place = document.getElementById("own-zone");
  const label = zoneLabel(now, ownZone());
  if (!place || label === zoneLabel(now, zone)) return;
  place.textContent = `Your device is on another clock, ${ownZone().replaceAll("_", " ")} (${label}).`;
}
