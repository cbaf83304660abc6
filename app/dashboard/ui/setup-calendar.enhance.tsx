import { classEvent, fetchClassEvents } from "~/classes/ui/class-event";
import { iso } from "~/core/time";
import type { FirstVisits } from "~/dashboard/calendars/first-visits.server";
import { type CalendarEvent, initialsOf, shownName } from "~/ui/calendar/calendar-event";
import type { Shown } from "~/ui/calendar/calendar-options";
import { fetchPage } from "~/ui/scripts/fetch-page";
import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { ownZone } from "~/ui/scripts/local-times";
import { notice } from "~/ui/scripts/show-notice";
import { updatePart } from "~/ui/scripts/update-part";
import { markOf } from "~/visits/interpreter";

type Composite = FirstVisits["visits"][number];

const filters = document.querySelector<HTMLFormElement>("#filters");
filters?.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement) filters.requestSubmit();
});

// Let the browser paint the list first: the calendar takes longer than the rest of the page.
const element = document.getElementById("setup-calendar");
if (element) requestAnimationFrame(() => setTimeout(() => watch(element)));

async function watch(calendar: HTMLElement): Promise<void> {
  const { mountCalendar } = await import("~/ui/calendar/mount-calendar");
  const here = new URL(calendar.dataset.here ?? "", location.href);
  const problem = document.getElementById("trouble");
  const loading = document.getElementById("loading");
  const showProblem = (text: string) => problem?.replaceChildren(...(text ? [notice("bad", text)] : []));
  let month = (calendar.dataset.date ?? "").slice(0, 7);

  async function fetchEvents(from: number, to: number): Promise<CalendarEvent[]> {
    const query = new URLSearchParams(here.search);
    query.set("start", iso(from));
    query.set("end", iso(to));
    const response = await fetchWithTimeout(`/api/composite-appointments?${query}`);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const composites: Composite[] = await response.json();
    showProblem(
      response.headers.has("Link")
        ? `There are more than ${composites.length} visits, so the last days aren't shown. Choose a therapist, a region, or a company.`
        : "",
    );
    return [...eventsOf(composites), ...(await fetchClasses(from, to))];
  }

  /** With a status, a kind, or a search, the calendar shows the seats that match. */
  const showsClasses =
    calendar.dataset.classes !== undefined &&
    !["status", "kind", "search"].some((name) => here.searchParams.get(name));

  async function fetchClasses(from: number, to: number): Promise<CalendarEvent[]> {
    if (!showsClasses) return [];
    const query: Record<string, string> = { from: iso(from), to: iso(to) };
    for (const name of ["therapist", "region", "company"]) {
      const value = here.searchParams.get(name);
      if (value) query[name] = value;
    }
    return fetchClassEvents(query);
  }

  const first: FirstVisits | null = JSON.parse(calendar.dataset.first ?? "null");
  const all = here.searchParams.has("status");
  const eventsOf = (composites: Composite[]) =>
    composites
      .filter(({ status }) => all || !["cancelled", "pending"].includes(status))
      .filter(({ class_id }) => !showsClasses || class_id === null)
      .map(eventOf);

  async function showMonth({ date }: Shown): Promise<void> {
    if (date.slice(0, 7) === month) return;
    month = date.slice(0, 7);
    const address = new URL(here);
    address.searchParams.set("month", month);
    history.replaceState(history.state, "", address);
    const field = document.querySelector<HTMLInputElement>('#filters input[name="month"]') ?? monthField();
    field.value = month;
    const page = await fetchPage(address.href).catch(() => null);
    if (page?.ok && address.searchParams.get("month") === month) {
      for (const id of ["setup-tiles", "filters-on"]) updatePart(page.document, id);
    }
  }

  const mounted = mountCalendar(calendar, {
    zone: ownZone(),
    now: Date.parse(calendar.dataset.now ?? ""),
    date: calendar.dataset.date ?? "",
    wide: { names: "dayGridMonth,timeGridWeek,timeGridDay", initial: "dayGridMonth", rows: 3 },
    narrow: { names: "", initial: "dayGridMonth", rows: 2 },
    ...(first && {
      first: { ...first, events: [...eventsOf(first.visits), ...first.classes.map(classEvent)] },
    }),
    fetchEvents,
    open({ href, title }, element) {
      // The click bubbles up to the side sheet, which opens elements with this attribute.
      if (title === undefined) element.dataset.opens = "";
      else location.assign(href);
    },
    shown: showMonth,
    loading(isLoading) {
      if (loading) loading.hidden = !isLoading;
    },
    failed: () => showProblem("The visits couldn't be loaded. Try again."),
  });
  document.addEventListener("refresh", mounted.refresh);
}

function monthField(): HTMLInputElement {
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "month";
  document.getElementById("filters")?.append(field);
  return field;
}

function eventOf(visit: Composite): CalendarEvent {
  return {
    id: visit.id,
    start: visit.start,
    end: visit.end,
    status: visit.status,
    patientId: visit.patient_id,
    initials: initialsOf(visit.therapist),
    mark: markOf(visit),
    kindNote: visit.kind_note ?? undefined,
    patientName: shownName(visit.patient_name),
    href: `/visits/${visit.id}`,
    movable: false,
    version: visit.version,
  };
}
