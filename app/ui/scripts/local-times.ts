import {
  formatClock,
  formatDay,
  formatFull,
  formatFullTimeFirst,
  formatTime,
  formatWhen,
  zoneLabel,
} from "~/core/time";
import { zoneDifference } from "~/core/zones/zone-difference";

const formats: Record<string, (at: number, zone: string) => string> = {
  day: formatDay,
  time: formatTime,
  clock: formatClock,
  when: formatWhen,
  full: formatFull,
  "full-time-first": formatFullTimeFirst,
  zone: zoneLabel,
};

let zone: string | undefined;

/** The viewer's time zone. The first call takes 100 ms on a slow phone, so don't call it while the page loads. */
export function ownZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}

export function sendZone(): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `tz=${encodeURIComponent(ownZone())}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

/** The patient may have chosen the zone of a part of the page. */
const zoneOf = (time: HTMLTimeElement) =>
  time.closest<HTMLElement>("[data-fixed-zone]")?.dataset.fixedZone ?? ownZone();

const ownText = (time: HTMLTimeElement) =>
  formats[time.dataset.when ?? ""]?.(Date.parse(time.dateTime), zoneOf(time));

export function differInOwnZone(times: Iterable<HTMLTimeElement>): boolean {
  return [...times].some((time) => ownText(time) !== time.textContent);
}

export function showInOwnZone(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-when][datetime]")) {
    const text = ownText(time);
    if (text && text !== time.textContent) time.textContent = text;
  }
  for (const note of root.querySelectorAll<HTMLElement>("[data-zone-note]")) {
    const { at = "", zoneNote = "", difference = "", timeOnDay = "" } = note.dataset;
    const text = zoneDifference(Date.parse(at), zoneNote, ownZone(), { difference, timeOnDay });
    note.hidden = text === null;
    note.textContent = text;
  }
}
