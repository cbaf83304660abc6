import { type DayTexts, formatDuration, inDays } from "~/tracking/duration";

interface DurationProps {
  /** ms UTC */
  since: number;
  /** The end in ms UTC, if known. */
  until?: number | null | undefined;
  now: number;
  texts: DayTexts;
}

/** The full days in large type, and the exact duration below them. */
export const Duration = ({ since, until, now, texts }: DurationProps) => (
  <>
    <p className="big" data-days-since={since} data-until={until ?? undefined}>
      {inDays((until ?? now) - since, texts)}
    </p>
    <p className="soft">
      <Elapsed since={since} until={until} now={now} />
    </p>
  </>
);

/** A duration that a script keeps updating. @param since ms UTC @param until the end in ms UTC, if known */
export function Elapsed({
  since,
  until,
  now,
}: {
  since: number;
  until?: number | null | undefined;
  now: number;
}) {
  return (
    <span className="elapsed" role="timer" aria-live="off" data-since={since} data-until={until ?? undefined}>
      {formatDuration((until ?? now) - since)}
    </span>
  );
}
