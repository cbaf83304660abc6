import type { App } from "~/boot/app.server";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "~/messages/consent/consents.server";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { steps } from "~/orders/step";
import { countNoShows, noShowsBeforeCall } from "../outcome/follow-up-no-show.server";
import { askToBook } from "./ask-to-book.server";

type WaitingOrder = Pick<Row<"orders">, "id" | "step_at">;

/**
 * Sends a nudge. Creates a call task instead if no nudge can be sent, or if `nudge` is null because the last one went
 * unanswered.
 * @returns whether anything was done
 */
export async function nudgeOrder(app: App, order: WaitingOrder, nudge: number | null): Promise<boolean> {
  // Most orders end here, without a write transaction.
  if (!(await findNudge(app.reads, order, nudge))) return false;
  return app.db.transaction().execute(async (trx) => {
    const found = await findNudge(trx, order, nudge);
    if (!found) return false;
    const key = nudge === null ? null : `nudge ${order.id} ${order.step_at} ${nudge}`;
    const isOptedOut = found.phone !== null && (await findConsent(trx, found.phone)) === "withdrawn";
    const asked =
      key !== null && !isOptedOut && (await askToBook({ trx, app }, order.id, { kind: "nudge", key }));
    if (!asked) await openCallTask({ trx, app, who: operator }, { orderId: order.id, reason: "no_visit" });
    return true;
  });
}

/** Finds the order if its nudge is still due: it has no visit, call task, reply, or hold. */
async function findNudge(db: Db, { id, step_at }: WaitingOrder, nudge: number | null) {
  const order = await db
    .selectFrom("orders")
    .select(["id", "phone"])
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .where("step", "=", steps.linkSent)
    .where("step_at", "=", step_at)
    .executeTakeFirst();
  if (!order) return null;
  const isDone =
    (await hasCall(db, id, step_at)) ||
    (await hasAnswered(db, order.phone, step_at)) ||
    (await countNoShows(db, id)) >= noShowsBeforeCall;
  if (isDone) return null;
  const isNudged = await isNudgedSince(db, id, step_at + (nudge ?? 0) * day);
  return isNudged === (nudge === null) ? order : null;
}

async function hasCall(db: Db, orderId: number, since: number): Promise<boolean> {
  const task = await db
    .selectFrom("call_tasks")
    .select("id")
    .where("order_id", "=", orderId)
    .where((eb) => eb.or([eb("created_at", ">=", since), eb("done_at", "is", null)]))
    .executeTakeFirst();
  return task !== undefined;
}

/** Checks if the patient sent a text, or if staff must decide about the number. */
async function hasAnswered(db: Db, phone: string | null, since: number): Promise<boolean> {
  if (phone === null) return false;
  const conversation = await db
    .selectFrom("threads")
    .select((eb) => [
      "threads.hold",
      eb
        .exists(
          eb
            .selectFrom("messages")
            .select("messages.id")
            .whereRef("messages.thread_id", "=", "threads.id")
            .where("messages.direction", "=", "in")
            .where("messages.created_at", ">=", since),
        )
        .as("replied"),
    ])
    .where("threads.phone", "=", phone)
    .executeTakeFirst();
  return conversation !== undefined && (conversation.hold !== null || Boolean(conversation.replied));
}

async function isNudgedSince(db: Db, orderId: number, since: number): Promise<boolean> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where("order_id", "=", orderId)
    .where("kind", "=", "nudge")
    .where("created_at", ">=", since)
    .executeTakeFirst();
  return row !== undefined;
}
