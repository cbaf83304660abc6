import { setTimeout as sleep } from "node:timers/promises";
import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { formatWhen, second } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { describeUnsent, findOutcomes, isAllSent } from "~/messages/sending-outcome.server";
import type { ChosenCode } from "../order-schema";
import { resendWithin } from "./send-code.server";

const kind = "access-code";

export interface ResentCode {
  order: { id: number; patient_id: number; patient_name: string | null };
  isSent: boolean;
  /** The reason if it wasn't sent yet. */
  reason: string | null;
}

/**
 * Resends chosen codes, each in its own short transaction. A code that was sent again or ended after the user saw it
 * is left out, so sending the form twice sends nothing twice. Texts wait in quiet hours.
 * @returns the outcome of each code after at most three seconds, in the order chosen
 */
export async function resendCodes(
  app: App,
  who: Staff,
  chosen: readonly ChosenCode[],
  zone: string,
): Promise<ResentCode[]> {
  const since = app.clock.now();
  const found = new Map((await listChosen(app.reads, chosen)).map((code) => [code.id, code]));
  const refused = new Map<number, string>();
  for (const { id, sentAt } of chosen) {
    try {
      await app.db.transaction().execute((trx) => resendOne({ trx, app, who }, { id, sentAt, zone }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.set(id, error.message);
    }
  }
  const sent = chosen.flatMap(({ id }) => (refused.has(id) ? [] : (found.get(id)?.order.id ?? [])));
  const waiting = await waitForProviders(app, sent, since);
  const results: ResentCode[] = [];
  for (const { id } of chosen) {
    const code = found.get(id);
    if (!code) continue;
    const reason = refused.get(id) ?? (await whyUnsent(app, code.order.id, { since, waiting, zone }));
    results.push({ order: code.order, isSent: reason === null, reason });
  }
  await app.db.transaction().execute((trx) =>
    logAudit({ trx, app, who }, "codes.resent", null, {
      chosen: chosen.length,
      queued: chosen.length - refused.size,
    }),
  );
  return results;
}

export async function listChosen(db: Db, chosen: readonly { id: number }[]) {
  const ids = chosen.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("access_codes")
    .innerJoin("orders", "orders.id", "access_codes.order_id")
    .select(["access_codes.id", "access_codes.phone", "access_codes.email", "access_codes.expires_at"])
    .select(["orders.id as order_id", "orders.patient_id", "orders.patient_name", "orders.brightree_db"])
    .where("access_codes.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { order_id, patient_id, patient_name, ...code } = row;
    return [{ ...code, order: { id: order_id, patient_id, patient_name } }];
  });
}

/** @throws Refusal "conflict" if it was sent or ended after the user saw it, or if its number is on hold */
async function resendOne(
  { trx, app, who }: Tx<Staff>,
  { id, sentAt, zone }: ChosenCode & { zone: string },
): Promise<void> {
  const code = await trx
    .selectFrom("access_codes")
    .leftJoin("threads", "threads.phone", "access_codes.phone")
    .select(["access_codes.sent_at", "access_codes.created_at", "access_codes.ended_at"])
    .select(["access_codes.used_at", "threads.hold"])
    .where("access_codes.id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "This code no longer exists."));
  if (code.used_at !== null) throw new Refusal("conflict", "The patient has used this code.");
  if (code.ended_at !== null) throw new Refusal("conflict", "This code was replaced or revoked.");
  const last = code.sent_at ?? code.created_at;
  if (last !== sentAt) {
    throw new Refusal("conflict", `It was already sent again on ${formatWhen(last, zone)}.`);
  }
  if (code.hold !== null) {
    throw new Refusal("conflict", "This phone number is on hold. Check it on the dashboard first.");
  }
  await resendWithin({ trx, app, who }, { id, isInBulk: true });
}

const longestWait = 3 * second;

/** Waits for the providers' first responses. @returns when the texts that wait for quiet hours are due, by order */
export async function waitForProviders(
  app: App,
  orders: readonly number[],
  since: number,
): Promise<Map<number, number>> {
  const end = performance.now() + longestWait;
  for (;;) {
    const rows =
      orders.length === 0
        ? []
        : await app.reads
            .selectFrom("outbox")
            .select(["order_id", "not_before"])
            .where("kind", "=", kind)
            .where("created_at", ">=", since)
            .where("status", "in", ["queued", "sending"])
            .where("order_id", "in", orders)
            .execute();
    const now = app.clock.now();
    if (rows.every(({ not_before }) => not_before > now) || performance.now() > end) {
      return new Map(
        rows.flatMap(({ order_id, not_before }) =>
          order_id !== null && not_before > now ? [[order_id, not_before] as const] : [],
        ),
      );
    }
    await sleep(50);
  }
}

interface Sending {
  since: number;
  waiting: Map<number, number>;
  zone: string;
}

/** The reason why an order's code wasn't sent yet, or null if it was. */
export async function whyUnsent(app: App, orderId: number, { since, waiting, zone }: Sending) {
  const due = waiting.get(orderId);
  if (due !== undefined) {
    return `The text waits until ${formatWhen(due, zone)}, because it is outside texting hours where the patient is.`;
  }
  const outcomes = await findOutcomes(app, { kind, since, orderId });
  return isAllSent(outcomes) ? null : describeUnsent(outcomes);
}
