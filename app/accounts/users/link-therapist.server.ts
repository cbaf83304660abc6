import { sortedByName } from "~/core/by-name";
import { invalidField } from "~/core/refusal";
import { allStaff } from "~/core/who";
import type { Db } from "~/db/open.server";

/** Links a user to the given profile, to none for 0, or by default to an unlinked one with the same email address. */
export async function linkTherapist(
  trx: Db,
  user: { id: number; email: string },
  therapistId: number | "0" | undefined,
): Promise<void> {
  if (therapistId === undefined) {
    const own = await trx
      .selectFrom("therapists")
      .select("id")
      .where("user_id", "=", user.id)
      .executeTakeFirst();
    const same = await trx
      .selectFrom("therapists")
      .select("id")
      .where("email", "=", user.email)
      .where("user_id", "is", null)
      .limit(1)
      .executeTakeFirst();
    if (!own && same) await link(trx, user.id, same.id);
    return;
  }
  if (Number(therapistId) === 0) {
    await trx.updateTable("therapists").set({ user_id: null }).where("user_id", "=", user.id).execute();
    return;
  }
  const therapist = await trx
    .selectFrom("therapists")
    .select("user_id")
    .where("id", "=", Number(therapistId))
    .executeTakeFirstOrThrow(() => invalidField("therapist_id", "Therapist not found."));
  if (therapist.user_id === user.id) return;
  if (therapist.user_id !== null) {
    throw invalidField("therapist_id", "This therapist profile belongs to another user.");
  }
  await link(trx, user.id, Number(therapistId));
  await ensureCalendarRole(trx, user.id);
}

async function link(trx: Db, userId: number, therapistId: number): Promise<void> {
  await trx.updateTable("therapists").set({ user_id: null }).where("user_id", "=", userId).execute();
  await trx.updateTable("therapists").set({ user_id: userId }).where("id", "=", therapistId).execute();
}

/** Gives a linked user the therapist role if they have no role with access to a calendar. */
async function ensureCalendarRole(trx: Db, userId: number): Promise<void> {
  const role = await trx
    .selectFrom("user_roles")
    .select("role")
    .where("user_id", "=", userId)
    .where("role", "in", allStaff)
    .executeTakeFirst();
  if (!role) await trx.insertInto("user_roles").values({ user_id: userId, role: "therapist" }).execute();
}

export const listTherapistProfiles = async (db: Db) =>
  sortedByName(await db.selectFrom("therapists").select(["id", "name", "user_id"]).execute());
