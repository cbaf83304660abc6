import type { StaffMember } from "~/core/who";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";

const byId = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom("users")
    .leftJoin("therapists", "therapists.user_id", "users.id")
    .select([
      "users.id",
      "users.email",
      "users.name",
      "therapists.id as therapistId",
      "therapists.name as therapistName",
    ])
    .where("users.id", "=", id)
    .where("users.disabled_at", "is", null),
);

const rolesOf = prepared((db, { id }: { id: number }) =>
  db.selectFrom("user_roles").select("role").where("user_id", "=", id),
);

/** A user with their roles and therapist profile; null if disabled or deleted. */
export async function findStaff(db: Db, userId: number): Promise<StaffMember | null> {
  const [user] = await byId(db, { id: userId });
  if (!user) return null;
  const roles = await rolesOf(db, { id: userId });
  return {
    kind: "staff",
    userId: user.id,
    email: user.email,
    name: user.name,
    roles: roles.map((row) => row.role),
    therapistId: user.therapistId,
    therapistName: user.therapistName,
  };
}
