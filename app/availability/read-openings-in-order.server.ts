import { type RawBuilder, sql } from "kysely";
import { requestSlot } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { whereRead } from "./free-busy.server";
import {
  openSlots,
  type SlotOwner,
  type SlotQuery,
  selectOpenings,
  type TimeRange,
  whereOf,
} from "./open-slots-query.server";

// Other requests are served after each batch.
const slotsPerBatch = 500;

interface Ordered extends SlotQuery<number> {
  date?: string | undefined;
  limit?: number | undefined;
}

function selectInOrder(db: Db, { date, limit, ...narrowed }: Ordered) {
  let query = selectOpenings(db, narrowed)
    .select([
      "slots.therapist_id as therapistId",
      "therapists.name as therapist",
      "therapists.region as region",
      "therapists.timezone as zone",
      "slots.start_at as start",
    ])
    .orderBy("slots.start_at")
    .orderBy("therapists.name");
  if (date) query = query.where("slots.local_date", "=", date);
  return limit ? query.limit(limit) : query;
}

const inOrder = prepared(selectInOrder);

interface Nth extends TimeRange, SlotOwner {
  nth: number;
  exceptVisit?: number | undefined;
  kindId?: number | undefined;
  zip?: string | null | undefined;
  readSince?: number | undefined;
}

/** The start of the slot that follows `nth` other slots. Empty if there are fewer. */
export const startOfNth = prepared(
  (db, { from, to, nth, exceptVisit, kindId, zip, readSince, ...owner }: Nth) => {
    const query = db
      .selectFrom(openSlots({ exceptVisit, kindId, zip }).as("slots"))
      .select("start_at")
      .where("start_at", ">=", from)
      .where("start_at", "<", to)
      .where(whereOf(owner))
      .orderBy("start_at")
      .limit(sql.lit(1))
      .offset(nth);
    return readSince === undefined ? query : query.where(whereRead(readSince));
  },
);

const therapistsIn = prepared((db, { region }: { region: string }) =>
  db.selectFrom("therapists").select("id").where("region", "=", region).limit(sql.lit(1)),
);

export async function* listOpeningsInOrder(
  db: Db,
  { preferRegion, ...query }: Ordered & { preferRegion?: string | undefined },
  inPart: RawBuilder<boolean> | null,
) {
  const queries: Ordered[] =
    preferRegion && !query.region
      ? [
          { ...query, region: preferRegion },
          { ...query, otherThan: preferRegion },
        ]
      : [query];
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  for (const ordered of queries) {
    const { region } = ordered;
    if (region && (await therapistsIn(db, { region })).length === 0) continue;
    for await (const range of timeRanges(db, ordered)) {
      const next = { ...ordered, ...range, limit: query.limit && left };
      const rows = inPart ? await selectInOrder(db, next).where(inPart).execute() : await inOrder(db, next);
      yield rows;
      left -= rows.length;
      if (left === 0) return;
      await requestSlot();
    }
  }
}

async function* timeRanges(db: Db, { from, to, limit = slotsPerBatch, ...filters }: Ordered) {
  const { therapistId, region, otherThan, exceptVisit, kindId, zip } = filters;
  const owner = { therapistId, region, otherThan, exceptVisit, kindId, zip };
  // Reads a few more than requested, because slots that share the last start are outside the range.
  const nth = Math.min(slotsPerBatch, limit + 20);
  for (let start = from; start < to; ) {
    const [next] = await startOfNth(db, { from: start, to, nth, ...owner });
    const end = next ? Math.max(next.start_at, start + 1) : to;
    yield { from: start, to: end };
    start = end;
  }
}
