import { plural } from "~/core/plural";
import { formatDay, formatTime, localDate, wallTime } from "~/core/time";
import { isActive } from "~/core/visit-status";
import type { BackgroundTime } from "~/ui/calendar/background-times";
import type { CalendarEvent } from "~/ui/calendar/calendar-event";
import { refreshParts } from "~/ui/scripts/refresh-page";
import { sendJson } from "~/ui/scripts/send-json";
import { notice, toast } from "~/ui/scripts/show-notice";
import { showUndo } from "~/ui/scripts/undo";

interface Span {
  start: number;
  end: number;
}

interface ShownTimes {
  background: readonly BackgroundTime[];
  visits: readonly CalendarEvent[];
}

/**
 * Adds openings in the dragged time, or removes them if all of it is open or booked already.
 * @param span ms UTC, within one day
 */
export async function paintHours(calendar: HTMLElement, span: Span, shown: ShownTimes): Promise<void> {
  const { therapist = "", zone = "", availability = "", interval = "" } = calendar.dataset;
  const removes = isOpen(span, shown);
  const date = localDate(span.start, zone);
  const body = {
    therapist,
    fromDate: date,
    toDate: date,
    startTime: wallTime(span.start, zone).slice(11, 16),
    endTime: endTimeOf(span, zone),
    interval: Number(interval),
    days: [0, 1, 2, 3, 4, 5, 6],
    removeExisting: false,
    wholeVisits: true,
  };
  const path = removes ? "/api/availability/bulk/delete" : "/api/availability/bulk";
  const reply = await sendJson("POST", path, body).catch(() => null);
  if (!reply?.ok) {
    showProblem(reply?.data.error ?? "The server didn't respond. No openings were changed. Try again.");
    return;
  }
  showProblem();
  const when = `${formatDay(span.start, zone)}, ${formatTime(span.start, zone)} to ${formatTime(span.end, zone)}`;
  const text = removes ? removedText(reply.data, when) : addedText(reply.data, when);
  const batch: number | null = reply.data.batch_id;
  const hasChanged = batch !== null && (reply.data.inserted ?? reply.data.removed) > 0;
  if (hasChanged) {
    const fields = { act: "undo", batch: String(batch) };
    const undone = "Undone. The openings are as before.";
    showUndo({ text, undo: availability, fields, undone, inPlace: true });
  } else toast(text);
  if (hasChanged) refreshParts();
}

/** The last time of a day is 23:59, because the next day's midnight isn't later than the start. */
function endTimeOf({ start, end }: Span, zone: string): string {
  return localDate(end, zone) === localDate(start, zone) ? wallTime(end, zone).slice(11, 16) : "23:59";
}

/** True if a time has openings, and none of it is free to open. */
function isOpen({ start, end }: Span, { background, visits }: ShownTimes): boolean {
  const overlaps = (time: Span) => time.start < end && time.end > start;
  const open = background.filter((time) => time.kind === "open" && overlaps(time));
  const busy = background.filter((time) => time.kind === "busy" && overlaps(time));
  const booked = visits
    .filter(({ status }) => isActive(status))
    .map((visit) => ({ start: Date.parse(visit.start), end: Date.parse(visit.end) }))
    .filter(overlaps);
  if (open.length === 0) return false;
  let covered = start;
  for (const time of [...open, ...busy, ...booked].sort((a, b) => a.start - b.start)) {
    if (time.start > covered) return false;
    covered = Math.max(covered, time.end);
  }
  return covered >= end;
}

function removedText(done: { removed: number; left_outside: unknown[] }, when: string): string {
  const visits = done.left_outside.length;
  const stay =
    visits === 0 ? "" : ` ${plural(visits, "booked visit")} ${visits === 1 ? "stays" : "stay"} as booked.`;
  return `${plural(done.removed, "opening")} removed, ${when}.${stay}`;
}

interface Added {
  inserted: number;
  skipped_because: { booked: number; past: number; day_off: number; there: number };
}

function addedText({ inserted, skipped_because: why }: Added, when: string): string {
  const reasons = [
    why.booked > 0 && "Booked visits stay as they are.",
    why.day_off > 0 && "This is a day off. Remove the day off first.",
    why.past > 0 && "Times in the past were left out.",
    inserted === 0 && why.there > 0 && "These times are already openings.",
  ].filter(Boolean);
  const added = inserted === 0 ? "No openings added" : `${plural(inserted, "opening")} added`;
  return [`${added}, ${when}.`, ...reasons].join(" ");
}

function showProblem(text?: string): void {
  document.getElementById("problem")?.replaceChildren(...(text ? [notice("bad", text)] : []));
}
