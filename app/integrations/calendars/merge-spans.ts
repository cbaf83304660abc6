import type { Span } from "./read-events";

const longest = 12 * 3_600_000;

/** Returns sorted, disjoint spans of at most twelve hours each, as the busy_times table requires. */
export function mergeSpans(spans: readonly Span[], from: number, to: number): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const start = Math.max(span.start, from);
    const end = Math.min(span.end, to);
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (end > start) merged.push({ start, end });
  }
  return merged.flatMap(({ start, end }) =>
    Array.from({ length: Math.ceil((end - start) / longest) }, (_, index) => ({
      start: start + index * longest,
      end: Math.min(start + (index + 1) * longest, end),
    })),
  );
}
