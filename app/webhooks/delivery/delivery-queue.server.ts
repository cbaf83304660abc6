import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

/** A table of deliveries. Each recipient gets the deliveries about one subject in order. */
export interface DeliveryQueue {
  table: "webhook_deliveries" | "order_system_notes";
  recipient: "endpoint_id" | "database_name";
}

export type RecipientKey = number | string;

export type Delivery = Omit<Row<"order_system_notes">, "database_name">;

export const webhookQueue = { table: "webhook_deliveries", recipient: "endpoint_id" } satisfies DeliveryQueue;

export const noteQueue = { table: "order_system_notes", recipient: "database_name" } satisfies DeliveryQueue;

export const deliveryQueues: readonly DeliveryQueue[] = [webhookQueue, noteQueue];

// These aren't bound values, because SQLite uses a partial index only for queries with its exact condition.
const whereOpen = sql<boolean>`status in ('waiting', 'queued', 'sending')`;
const whereFailed = sql<boolean>`status = 'failed'`;

// Without the hint, SQLite reads all of the recipient's deliveries.
const openOf = ({ table, recipient }: DeliveryQueue, key: RecipientKey) =>
  sql`${sql.table(table)} indexed by ${sql.id(`${table}_open`)} where ${sql.ref(recipient)} = ${key} and ${whereOpen}`;

export async function countOpen(
  db: Db,
  queue: DeliveryQueue,
  key: RecipientKey,
): Promise<{ open: number; failed: number }> {
  const { rows } = await sql<{ open: number }>`select count(*) as open from ${openOf(queue, key)}`.execute(
    db,
  );
  const { failed } = await db
    .selectFrom(queue.table)
    .select((eb) => eb.fn.countAll<number>().as("failed"))
    .where(queue.recipient, "=", key)
    .where(whereFailed)
    .executeTakeFirstOrThrow();
  return { open: rows[0]?.open ?? 0, failed };
}

/** The delivery that has been retried for the longest time. */
export async function findOldestRetry(
  db: Db,
  queue: DeliveryQueue,
  key: RecipientKey,
): Promise<{ since: number; error: string } | null> {
  const { rows } = await sql<{ since: number; error: string }>`
    select first_tried_at as since, error from ${openOf(queue, key)}
    and first_tried_at is not null and error is not null order by first_tried_at limit 1`.execute(db);
  return rows[0] ?? null;
}

export type DeliveryEntry = Awaited<ReturnType<typeof listDeliveries>>[number];

/** Lists the newest deliveries first. */
export function listDeliveries(db: Db, queue: DeliveryQueue, key: RecipientKey, limit: number) {
  return db
    .selectFrom(queue.table)
    .select([
      "id",
      "message_id",
      "type",
      "subject",
      "status",
      "attempts",
      "due_at",
      "last_tried_at",
      "error",
      "created_at",
    ])
    .$if(queue.table === "webhook_deliveries", (rows) => rows.select("http_status"))
    .where(queue.recipient, "=", key)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Queues the oldest waiting delivery of each subject, or of one subject, unless an earlier one is unfinished. */
export async function queueFirstOfSubject(
  trx: Db,
  now: number,
  queue: DeliveryQueue,
  { key, subject }: { key: RecipientKey; subject?: string },
): Promise<void> {
  const first = sql<number>`
    select min(id) from ${sql.table(queue.table)}
    where ${sql.ref(queue.recipient)} = ${key} and ${whereOpen}
    ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
    group by subject having max(status <> 'waiting') = 0`;
  await trx
    .updateTable(queue.table)
    .set({ status: "queued", due_at: now })
    .where(sql<boolean>`id in (${first})`)
    .execute();
}

/** Retries waiting deliveries now. @returns how many */
export async function tryNow(trx: Db, now: number, queue: DeliveryQueue, key: RecipientKey): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable(queue.table)
    .set({ due_at: now, first_tried_at: null, attempts: 0 })
    .where(queue.recipient, "=", key)
    .where("status", "=", "queued")
    .where("attempts", ">", 0)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Requeues one failed delivery, or all of the recipient's failed deliveries. @returns how many */
export async function queueFailed(
  trx: Db,
  now: number,
  queue: DeliveryQueue,
  { key, delivery }: { key: RecipientKey; delivery?: number | undefined },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable(queue.table)
    .set({ status: "waiting", attempts: 0, first_tried_at: null, finished_at: null })
    .where(queue.recipient, "=", key)
    .where(whereFailed)
    .$if(delivery !== undefined, (rows) => rows.where("id", "=", delivery ?? 0))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await queueFirstOfSubject(trx, now, queue, { key });
  return Number(numUpdatedRows);
}
