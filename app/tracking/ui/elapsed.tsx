import { formatDuration } from "~/tracking/duration";

/** A duration that a script keeps updating. @param since ms UTC @param until the end in ms UTC, if known */
export function Elapsed({ since, until, now }: { since: number; until?: number | null; now: number }) {
  return (
    <span className="elapsed" role="timer" aria-live="off" data-since={since} data-until={until ?? undefined}>
      {formatDuration((until ?? now) - since)}
    </span>
  );
}
