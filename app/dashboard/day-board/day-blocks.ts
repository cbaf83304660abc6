import type { ClassSession } from "~/classes/class-session";
import { hour, minute } from "~/core/time";

/** The height of a row of the day board. */
const rowLength = 15 * minute;

export interface Span {
  /** ms UTC */
  start: number;
  end: number;
}

export type Block<Visit extends Span> = Span & { row: number; rows: number } & (
    | { kind: "visits"; visits: Visit[] }
    | { kind: "class"; session: ClassSession }
    | { kind: "open" | "busy" }
  );

/** The whole hours around all spans. Without spans, the nine hours from the given time. */
export function hoursAround(spans: readonly Span[], eight: number): Span {
  if (spans.length === 0) return { start: eight, end: eight + 9 * hour };
  const first = spans.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const last = spans.reduce((most, { end }) => Math.max(most, end), 0);
  const floor = (at: number) => eight + Math.floor((at - eight) / hour) * hour;
  return { start: floor(first), end: floor(last + hour - 1) };
}

/** Joins the times of openings that overlap or touch. @param starts ms UTC, sorted @param length ms */
export function openSpans(starts: readonly number[], length: number): Span[] {
  const spans: Span[] = [];
  for (const start of starts) {
    const last = spans.at(-1);
    if (last && start <= last.end) last.end = start + length;
    else spans.push({ start, end: start + length });
  }
  return spans;
}

interface Shown<Visit> {
  visits: readonly Visit[];
  open: readonly Span[];
  busy: readonly Span[];
  classes?: readonly ClassSession[];
}

/**
 * Places a therapist's visits, openings, and busy times in rows of 15 minutes, in order of time. Visits that share a row
 * are one block.
 * @param from the start of the first row, in ms UTC
 */
export function dayBlocks<Visit extends Span>(
  from: number,
  { visits, open, busy, classes = [] }: Shown<Visit>,
): Block<Visit>[] {
  const rowsOf = ({ start, end }: Span) => {
    const row = Math.max(0, Math.floor((start - from) / rowLength));
    return { start, end, row, rows: Math.max(1, Math.ceil((end - from) / rowLength) - row) };
  };
  const blocks: Extract<Block<Visit>, { kind: "visits" }>[] = [];
  for (const visit of visits.toSorted((one, other) => one.start - other.start)) {
    const place = rowsOf(visit);
    const last = blocks.at(-1);
    if (last && place.row < last.row + last.rows) {
      last.visits.push(visit);
      last.end = Math.max(last.end, visit.end);
      last.rows = Math.max(last.rows, place.row + place.rows - last.row);
    } else blocks.push({ kind: "visits", visits: [visit], ...place });
  }
  return [
    ...blocks,
    ...classes.map((session) => ({
      kind: "class" as const,
      session,
      ...rowsOf({ start: session.start_at, end: session.end_at }),
    })),
    ...open.map((span) => ({ kind: "open" as const, ...rowsOf(span) })),
    ...busy.map((span) => ({ kind: "busy" as const, ...rowsOf(span) })),
  ].sort((one, other) => one.start - other.start);
}
