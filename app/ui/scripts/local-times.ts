import { formatClock, formatDay, formatFull, formatTime, formatWhen, zoneLabel } from "~/core/time";

const formats: Record<string, (at: number, zone: string) => string> = {
  day: formatDay,
  time: formatTime,
  clock: formatClock,
  when: formatWhen,
  full: formatFull,
  zone: zoneLabel,
};

let zone: string | undefined;

/** The viewer's zone. The first asking takes a slow phone a tenth of a second, so none asks while a page loads. */
export function ownZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}

/** Tells the server the viewer's zone for the pages to come. */
export function sendZone(): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `tz=${encodeURIComponent(ownZone())}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

const ownText = (time: HTMLTimeElement) =>
  formats[time.dataset.when ?? ""]?.(Date.parse(time.dateTime), ownZone());

/** Would any of these instants read differently on the viewer's own clock? */
export function readsOtherwise(times: Iterable<HTMLTimeElement>): boolean {
  return [...times].some((time) => ownText(time) !== time.textContent);
}

/** Puts every instant below `root` on the viewer's own clock. */
export function showInOwnZone(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-when][datetime]")) {
    const text = ownText(time);
    if (text && text !== time.textContent) time.textContent = text;
  }
}
