import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { byName } from "~/core/by-name";
import { invalidField, Refusal } from "~/core/refusal";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { openStatuses, requireVisibleOrder } from "../visible-orders.server";
import type { SaveFollowUp } from "./follow-up-schema";

export interface FollowUp {
  owner_user_id: number | null;
  owner: string | null;
  next_action: string | null;
  /** `YYYY-MM-DD` */
  due_on: string | null;
}

const nothing: FollowUp = { owner_user_id: null, owner: null, next_action: null, due_on: null };

export async function findFollowUp(db: Db, orderId: number): Promise<FollowUp> {
  const row = await db
    .selectFrom("order_follow_ups")
    .leftJoin("users", "users.id", "order_follow_ups.owner_user_id")
    .select(["owner_user_id", "users.name as owner", "next_action", "due_on"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row ?? nothing;
}

/** The active users who can own an order: supervisors, admins, and the therapists of its visits. */
export async function listPossibleOwners(
  db: Db,
  orderId: number | null,
): Promise<{ id: number; name: string }[]> {
  const users = await db
    .selectFrom("users")
    .select(["id", "name"])
    .where("disabled_at", "is", null)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom("user_roles")
            .select("role")
            .whereRef("user_roles.user_id", "=", "users.id")
            .where("role", "in", ["supervisor", "admin"]),
        ),
        eb(
          "users.id",
          "in",
          eb
            .selectFrom("visits")
            .innerJoin("therapists", "therapists.id", "visits.therapist_id")
            .select("therapists.user_id")
            .where("visits.order_id", "=", orderId)
            .where("visits.status", "in", openStatuses)
            .where("therapists.user_id", "is not", null),
        ),
      ]),
    )
    .execute();
  return users.sort((one, other) => byName(one.name, other.name));
}

/**
 * Saves an order's owner, next action, and date. Only supervisors assign an order to others; everyone else can take it
 * or give it up.
 * @throws Refusal "missing" without access to the order; "invalid" for an owner who can't open it, or a date without an
 * action
 */
export function saveFollowUp(app: App, who: Staff, input: SaveFollowUp): Promise<void> {
  const { id, owner, next_action, due_on } = input;
  return app.db.transaction().execute(async (trx) => {
    await requireVisibleOrder(trx, who, id);
    if (due_on !== null && next_action === null) {
      throw invalidField("next_action", "Enter what has to be done by this date.");
    }
    const before = await findFollowUp(trx, id);
    if (owner !== before.owner_user_id)
      await requireOwner({ trx, app, who }, id, { from: before, to: owner });
    await write({ trx, app, who }, id, before, { owner_user_id: owner, next_action, due_on });
  });
}

/** Makes the caller the owner. @throws Refusal "missing" without access to the order */
export function takeOrder(app: App, who: Staff, id: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    await requireVisibleOrder(trx, who, id);
    const before = await findFollowUp(trx, id);
    const { next_action, due_on } = before;
    await write({ trx, app, who }, id, before, { owner_user_id: who.userId, next_action, due_on });
  });
}

async function requireOwner(
  { trx, who }: Tx<Staff>,
  orderId: number,
  { from, to }: { from: FollowUp; to: number | null },
): Promise<void> {
  const own = [who.userId, null];
  if (!isSupervisor(who) && !(own.includes(to) && own.includes(from.owner_user_id))) {
    throw new Refusal("forbidden", "Only supervisors can give an order to another user. You can take it.");
  }
  const possible = await listPossibleOwners(trx, orderId);
  if (to !== null && !possible.some(({ id }) => id === to)) {
    throw invalidField("owner", "This user can't open the order. Choose another user.");
  }
}

type Saved = Omit<FollowUp, "owner">;

async function write({ trx, app, who }: Tx<Staff>, orderId: number, before: Saved, after: Saved) {
  const { owner_user_id, next_action, due_on } = after;
  await trx
    .insertInto("order_follow_ups")
    .values({ order_id: orderId, owner_user_id, next_action, due_on })
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet({ owner_user_id, next_action, due_on }))
    .execute();
  const subject = `order ${orderId}`;
  if (owner_user_id !== before.owner_user_id) {
    const action = owner_user_id === null ? "order.owner-removed" : "order.owner-changed";
    await logAudit({ trx, app, who }, action, subject, { from: before.owner_user_id, to: owner_user_id });
  }
  if (next_action !== before.next_action || due_on !== before.due_on) {
    await logAudit({ trx, app, who }, "order.next-action-changed", subject, { due_on });
  }
}
