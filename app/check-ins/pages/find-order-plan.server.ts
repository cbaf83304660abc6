import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { type FirstNights, findFirstNights } from "~/nights/first-nights.server";
import { visibleOrders } from "~/orders/visible-orders.server";
import type { Trouble } from "../check-in-schema";
import { listReadings, todayOf } from "../readings.server";

export interface ShownStep
  extends Pick<
    Row<"plan_steps">,
    "id" | "day" | "last_day" | "type" | "due_at" | "state" | "answer" | "answered_at"
  > {
  kind: string | null;
  troubles: Trouble[];
}

/** @throws Refusal "missing" if the user can't see the order */
export async function findOrderPlan(app: App, who: Staff, id: number) {
  const order = await visibleOrders(app.reads, who)
    .select(["id", "patient_id", "patient_name"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Order not found."));
  const followed = await findFirstNights(app.reads, id);
  if (!followed) return { order, plan: null };
  const steps = await listSteps(app.reads, followed);
  const isOpen = followed.ended_at === null;
  return {
    order,
    plan: {
      zone: followed.zone,
      today: todayOf(followed, app.clock.now()),
      isOpen,
      steps,
      readings: await listReadings(app.reads, followed),
      mayStart: isOpen && isSupervisor(who) && !steps.some(({ state }) => state === "planned"),
    },
  };
}

export type OrderPlan = Awaited<ReturnType<typeof findOrderPlan>>;

async function listSteps(db: Db, { order_id, started_on }: FirstNights): Promise<ShownStep[]> {
  const rows = await db
    .selectFrom("plan_steps")
    .leftJoin("visit_kinds", "visit_kinds.id", "plan_steps.kind_id")
    .select([
      "plan_steps.id",
      "plan_steps.day",
      "plan_steps.last_day",
      "plan_steps.type",
      "plan_steps.due_at",
      "plan_steps.state",
      "plan_steps.answer",
      "plan_steps.answered_at",
      "plan_steps.troubles",
      "visit_kinds.name as kind",
    ])
    .where("plan_steps.order_id", "=", order_id)
    .where("plan_steps.started_on", "=", started_on)
    .orderBy("plan_steps.due_at")
    .orderBy("plan_steps.id")
    .execute();
  return rows.map(({ troubles, ...row }) => ({ ...row, troubles: JSON.parse(troubles) as Trouble[] }));
}
