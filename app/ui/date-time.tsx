import { formatClock, formatDay, formatFull, formatTime, formatWhen, iso, zoneLabel } from "~/core/time";

const formats = {
  day: formatDay,
  time: formatTime,
  clock: formatClock,
  when: formatWhen,
  full: formatFull,
  zone: zoneLabel,
};

/** Which words of an instant are wanted; `zone` is the label alone. */
export type DateTimeFormat = keyof typeof formats;

/**
 * An instant in words, on the clock of a zone. The script `date-time` rewrites it to the viewer's own.
 *
 * @param at milliseconds UTC
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
