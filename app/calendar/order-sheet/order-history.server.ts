import type { Db } from "~/db/open.server";
import { stepNames } from "~/orders/step";
import { type Change, listChanges } from "../visit-sheet/changes.server";

const words: Record<string, string> = {
  "order.viewed": "Order details opened",
  "order.patient-changed": "Patient changed by the order system",
  "order.phone-changed": "Phone number changed",
  "order.stopped": "Closed by the order system",
  "order.resumed": "Reopened by the order system",
  "order.marked-urgent": "Marked as urgent",
  "order.marked-not-urgent": "Marked as not urgent",
  "order.language-chosen": "Language chosen",
  "order.interpreter-changed": "Interpreter changed",
  "code.generated": "Access code sent",
  "code.resent": "Access code sent again",
  "access.revoked": "Access code and link revoked",
};

/** Lists changes by staff and patients, and when the order reached each step. Newest first. */
export async function listOrderHistory(db: Db, orderId: number): Promise<Change[]> {
  const changes = await listChanges(db, `order ${orderId}`, (action) => words[action] ?? action);
  const reached = await db
    .selectFrom("order_steps")
    .select(["step", "reached_at"])
    .where("order_id", "=", orderId)
    .orderBy("reached_at", "desc")
    .limit(30)
    .execute();
  const steps = reached.map(({ step, reached_at }) => ({
    id: -step,
    at: reached_at,
    what: `Step ${step}. ${stepNames[step - 1]}`,
    by: null,
    reason: null,
  }));
  return [...changes, ...steps].sort((a, b) => b.at - a.at);
}
