import { formatDuration } from "~/tracking/duration";

/**
 * How long something lasts, as of now; a script lets it tick.
 *
 * @param since milliseconds UTC
 * @param until where it stopped
 */
export function Elapsed({ since, until, now }: { since: number; until?: number | null; now: number }) {
  return (
    <span className="elapsed" role="timer" aria-live="off" data-since={since} data-until={until ?? undefined}>
      {formatDuration((until ?? now) - since)}
    </span>
  );
}
