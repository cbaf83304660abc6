import {
  formatClock,
  formatDay,
  formatFull,
  formatFullTimeFirst,
  formatShortDay,
  formatTime,
  formatWhen,
  iso,
  zoneLabel,
} from "~/core/time";
import { useBrowserZone } from "./page-context";

const formats = {
  day: formatDay,
  "short-day": formatShortDay,
  time: formatTime,
  clock: formatClock,
  when: formatWhen,
  full: formatFull,
  "full-time-first": formatFullTimeFirst,
  zone: zoneLabel,
};

/** `zone` is only the time zone's label. */
type DateTimeFormat = keyof typeof formats;

/** The `date-time` script rewrites it in the viewer's time zone. @param at ms UTC */
export function DateTime({
  at,
  zone,
  format = "when",
  fixed,
}: {
  at: number;
  zone?: string;
  format?: DateTimeFormat;
  /** Keeps this zone in every browser, because messages and pages must show the same time for a visit. */
  fixed?: boolean;
}) {
  const browserZone = useBrowserZone();
  return (
    <time dateTime={iso(at)} data-when={fixed ? undefined : format}>
      {formats[format](at, zone ?? browserZone)}
    </time>
  );
}
