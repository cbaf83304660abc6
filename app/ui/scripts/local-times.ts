import { formatClock, formatDay, formatFull, formatTime, formatWhen, zoneLabel } from "~/core/time";

const formats: Record<string, (at: number, zone: string) => string> = {
  day: formatDay,
  time: formatTime,
  clock: formatClock,
  when: formatWhen,
  full: formatFull,
  zone: zoneLabel,
};

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Tells the server the viewer's zone for the pages to come. */
export function tellZone(): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `tz=${encodeURIComponent(ownZone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

/**
 * Puts every instant below `root` on the viewer's own clock.
 *
 * @returns whether any of them reads differently now
 */
export function putOnOwnClock(root: ParentNode): boolean {
  let changed = false;
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-when][datetime]")) {
    const text = formats[time.dataset.when ?? ""]?.(Date.parse(time.dateTime), ownZone);
    if (text && text !== time.textContent) {
      time.textContent = text;
      changed = true;
    }
  }
  return changed;
}
