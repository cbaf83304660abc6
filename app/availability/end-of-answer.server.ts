import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import { bookingWindow, type Settings } from "./booking-window";
import type { OpeningQuery } from "./list-openings.server";
import { startOfNth } from "./read-openings-in-order.server";

const mostInOneAnswer = 5000;

/**
 * The end of a response that would have more than 5,000 openings, in ms UTC. It is the end of the last full day (UTC)
 * within the limit, or of the first day if that day exceeds it. Null if the response contains all openings.
 */
export async function endOfAnswer(
  db: Db,
  settings: Settings,
  { now, region, ...query }: Pick<OpeningQuery, "now" | "from" | "to" | "region">,
): Promise<number | null> {
  const window = bookingWindow(settings, now);
  const asked = {
    from: Math.max(window.from, query.from ?? 0),
    to: Math.min(window.to, query.to ?? Number.MAX_SAFE_INTEGER),
    readSince: window.readSince,
    region,
  };
  const startAfter = async (nth: number, from = asked.from) =>
    (await startOfNth(db, { ...asked, from, nth }))[0]?.start_at;
  const last = await startAfter(mostInOneAnswer);
  if (last === undefined) return null;
  const first = (await startAfter(0)) ?? last;
  const end = Math.max(startOfUtcDay(last), startOfUtcDay(first) + day);
  return (await startAfter(0, end)) === undefined ? null : end;
}

const startOfUtcDay = (at: number) => at - (at % day);
