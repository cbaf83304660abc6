import { type RawBuilder, sql } from "kysely";
import { requestSlot } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { isOf, type SlotOwner, type SlotQuery, selectOpenings, type TimeRange } from "./open-slots.server";

// Other requests are served after this many slots.
const lot = 500;

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

// The plus sign keeps SQLite on the index of starts, so that it doesn't sort a region's slots.
const endsOfLots = prepared((db, { from, to, ...whose }: TimeRange & SlotOwner) =>
  db
    .selectFrom("slots")
    .select("start_at")
    .where("start_at", ">=", from)
    .where("start_at", "<", to)
    .where(whose.therapistId ? isOf(whose) : sql<boolean>`+(${isOf(whose)})`)
    .orderBy("start_at")
    .limit(sql.lit(1))
    .offset(sql.lit(lot)),
);

const therapistsIn = prepared((db, { region }: { region: string }) =>
  db.selectFrom("therapists").select("id").where("region", "=", region).limit(sql.lit(1)),
);

export async function* openingsInOrder(
  db: Db,
  { preferRegion, ...wanted }: Ordered & { preferRegion?: string | undefined },
  part: RawBuilder<boolean> | null,
) {
  const asked: Ordered[] =
    preferRegion && !wanted.region
      ? [
          { ...wanted, region: preferRegion },
          { ...wanted, otherThan: preferRegion },
        ]
      : [wanted];
  let left = wanted.limit ?? Number.POSITIVE_INFINITY;
  for (const ordered of asked) {
    const { region } = ordered;
    if (region && (await therapistsIn(db, { region })).length === 0) continue;
    for await (const stretch of stretchesOf(db, ordered)) {
      const next = { ...ordered, ...stretch, limit: wanted.limit && left };
      const rows = part ? await selectInOrder(db, next).where(part).execute() : await inOrder(db, next);
      yield rows;
      left -= rows.length;
      if (left === 0) return;
      await requestSlot();
    }
  }
}

async function* stretchesOf(db: Db, { from, to, therapistId, region, otherThan }: Ordered) {
  const whose = { therapistId, region, otherThan };
  for (let start = from; start < to; ) {
    const [next] = await endsOfLots(db, { from: start, to, ...whose });
    const end = next ? Math.max(next.start_at, start + 1) : to;
    yield { from: start, to: end };
    start = end;
  }
}
