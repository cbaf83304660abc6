import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { Refusal } from "~/core/refusal";
import { activeStatuses } from "~/core/visit-status";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { endCalendars } from "./therapist-access.server";
import { findUser, requireAnAdmin } from "./users.server";

export async function findOpenWork(db: Db, userId: number, now: number) {
  const visits = await db
    .selectFrom("visits")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("therapists.user_id", "=", userId)
    .where("visits.status", "in", activeStatuses)
    .where("visits.end_at", ">", now)
    .executeTakeFirstOrThrow();
  const conversations = await db
    .selectFrom("threads")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("assignee_user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { visits: visits.count, threads: conversations.count };
}

export const reassignFirst = (
  name: string,
  { visits, threads: conversations }: { visits: number; threads: number },
) =>
  `${name} has ${plural(visits, "upcoming visit")} and ${plural(conversations, "conversation")}. Reassign them first.`;

/** Deletes a user and their sessions, links, calendars, and free slots. The audit log keeps their actions. @throws Refusal */
export async function deleteUser(app: App, who: Who, id: number): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const user = await findUser(trx, id);
    if (who.kind === "staff" && who.userId === id) {
      throw new Refusal("conflict", "You can't delete your own account. Ask another admin.");
    }
    const openWork = await findOpenWork(trx, id, app.clock.now());
    if (openWork.visits + openWork.threads > 0) {
      throw new Refusal("conflict", reassignFirst(user.name, openWork), {
        extra: { needs_hand_over: true, ...openWork },
      });
    }
    if (user.therapist_id !== null) {
      await endCalendars({ trx, app, who }, user.therapist_id);
      await trx
        .deleteFrom("slots")
        .where("therapist_id", "=", user.therapist_id)
        .where("start_at", ">", app.clock.now())
        .execute();
    }
    await trx.deleteFrom("users").where("id", "=", id).execute();
    await requireAnAdmin(trx);
    await logAudit({ trx, app, who }, "user.deleted", `user ${id}`, { email: user.email, roles: user.roles });
  });
}
