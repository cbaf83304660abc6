/** In days. Most patients still book the offered time within a week of the invitation. */
export const warnAfterDays = 7;

export const weeksAhead = 8;
export const weeksBack = 12;

export interface Week {
  date: string;
  count: number;
}

interface Quartiles {
  count: number;
  low: number | null;
  median: number | null;
  high: number | null;
}

/** Each `week` is its Sunday, `YYYY-MM-DD`. */
export interface Forecast {
  capacity: { week: string; booked: number; open: number }[];
  waits: ({ week: string } & Quartiles)[];
  noShows: { week: string; missed: number; held: number }[];
}

export function quartilesOf(values: readonly number[]): Quartiles {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number): number | null => {
    if (sorted.length === 0) return null;
    const place = (sorted.length - 1) * share;
    const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below + (above - below) * (place - Math.floor(place));
  };
  return { count: sorted.length, low: at(0.25), median: at(0.5), high: at(0.75) };
}

/** "12.5%" */
export const percent = (share: number | null): string =>
  share === null ? "–" : `${(share * 100).toFixed(1)}%`;

/** From 0 to 1; null without visits. */
export function noShowShare({ missed, held }: { missed: number; held: number }): number | null {
  return missed + held === 0 ? null : missed / (missed + held);
}
