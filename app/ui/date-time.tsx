import { formatClock, formatDay, formatFull, formatTime, formatWhen, iso, zoneLabel } from "~/core/time";

const formats = {
  day: formatDay,
  time: formatTime,
  clock: formatClock,
  when: formatWhen,
  full: formatFull,
  zone: zoneLabel,
};

/** `zone` is only the time zone label. */
export type DateTimeFormat = keyof typeof formats;

/**
 * The script `date-time` rewrites it in the viewer's time zone.
 *
 * @param at ms UTC
 */
export function DateTime({
  at,
  zone,
  format = "when",
}: {
  at: number;
  zone: string;
  format?: DateTimeFormat;
}) {
  return (
    <time dateTime={iso(at)} data-when={format}>
      {formats[format](at, zone)}
    </time>
  );
}
