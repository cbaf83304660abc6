import { type RawBuilder, sql } from "kysely";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";

interface Span {
  start: number;
  end: number;
}

/** A statement with this many spans takes a few milliseconds, including its triggers. */
const spansPerStatement = 100;
/** With more changes, it is faster to refresh all open slots in the period once than some for each span. */
const mostSingleRefreshes = 100;

/** Replaces a calendar's busy times. Writes only the changes. */
export async function storeBusyTimes(
  trx: Db,
  { id, therapist_id }: { id: number; therapist_id: number },
  spans: Span[],
): Promise<void> {
  const stored = await trx
    .selectFrom("busy_times")
    .select(["start_at as start", "end_at as end"])
    .where("calendar_id", "=", id)
    .execute();
  const gone = without(stored, spans);
  const added = without(spans, stored);
  const changed = [...gone, ...added];
  const isMany = changed.length > mostSingleRefreshes;
  if (isMany) {
    const from = changed.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY);
    const to = changed.reduce((last, { end }) => Math.max(last, end), 0);
    // When replacing_from is null again, `open_slots_of_replaced_busy_times` refreshes the open slots in this period.
    await replacing(trx, id, { replacing_from: from, replacing_to: to });
  }
  await inSteps(
    trx,
    gone,
    (some) => sql`
    delete from busy_times
    where therapist_id = ${therapist_id} and calendar_id = ${id}
      and start_at in (select value ->> 0 from json_each(${some}))`,
  );
  await inSteps(
    trx,
    added,
    (some) => sql`
    insert into busy_times (therapist_id, calendar_id, start_at, end_at)
    select ${therapist_id}, ${id}, value ->> 0, value ->> 1 from json_each(${some})`,
  );
  if (isMany) await replacing(trx, id, { replacing_from: null });
}

const replacing = (trx: Db, id: number, period: { replacing_from: number | null; replacing_to?: number }) =>
  trx.updateTable("calendars").set(period).where("id", "=", id).execute();

function without(spans: Span[], others: Span[]): Span[] {
  const known = new Map(others.map(({ start, end }) => [start, end]));
  return spans.filter(({ start, end }) => known.get(start) !== end);
}

async function inSteps(trx: Db, spans: Span[], statement: (pairs: string) => RawBuilder<unknown>) {
  for (let from = 0; from < spans.length; from += spansPerStatement) {
    if (from > 0) await yieldToEventLoop();
    const some = spans.slice(from, from + spansPerStatement);
    await statement(JSON.stringify(some.map(({ start, end }) => [start, end]))).execute(trx);
  }
}
