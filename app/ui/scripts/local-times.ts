import { zoneDifference } from "~/core/zones/zone-difference";
import { timeFormats } from "../time-formats";

const formats: Record<string, (at: number, zone: string) => string> = timeFormats;

let zone: string | undefined;

/** The viewer's time zone. The first call takes 100 ms on a slow phone, so don't call it while the page loads. */
export function ownZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}

/**
 * Steps for whenIdle before the page's first format. The first use of Intl blocks a slow phone for 100 ms. The first
 * step is half of it.
 */
export const startIntl: (() => void)[] = [
  () => new Intl.Collator("en-US"),
  () => Intl.DateTimeFormat.supportedLocalesOf("en-US"),
  ownZone,
];

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

/**
 * Whether times like "10:00 AM" are the viewer's own. Uses no Intl, because each format blocks a slow phone for 40 ms.
 */
export function areOwnTimes(times: ArrayLike<HTMLTimeElement>): boolean {
  return Array.from(times).every(({ dateTime, textContent }) => {
    const at = new Date(dateTime);
    const [, shownHour, minutes, half] = /(\d{1,2}):(\d\d)\D*?([ap])/i.exec(textContent ?? "") ?? [];
    const hour = (Number(shownHour) % 12) + (half?.toLowerCase() === "p" ? 12 : 0);
    return hour === at.getHours() && Number(minutes) === at.getMinutes();
  });
}

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
