import { sortedByName } from "~/core/by-name";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { AssignConversation } from "../inbox-schema";

export async function listAssignees(db: Db) {
  const users = await db
    .selectFrom("users")
    .select(["id", "name"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("user_roles")
            .select("role")
            .whereRef("user_roles.user_id", "=", "users.id")
            .where("role", "in", ["supervisor", "admin"]),
        )
        .as("reads_messages"),
    )
    .where("disabled_at", "is", null)
    .orderBy("name")
    .orderBy("id")
    .limit(1000)
    .execute();
  return sortedByName(users);
}

/** Finds a user by user or therapist ID. If both match, the name decides. If it fits neither, the user ID wins. */
export async function findAssignee(
  db: Db,
  { user_id: id, name }: Pick<AssignConversation, "user_id" | "name">,
): Promise<Pick<Row<"users">, "id" | "name"> | null> {
  const active = db.selectFrom("users").where("users.disabled_at", "is", null);
  const user = await active.select(["users.id", "users.name"]).where("users.id", "=", id).executeTakeFirst();
  const therapist = await active
    .innerJoin("therapists", "therapists.user_id", "users.id")
    .select(["users.id", "users.name", "therapists.name as therapist_name"])
    .where("therapists.id", "=", id)
    .executeTakeFirst();
  const matchesName = (found: string | undefined) => found?.toLowerCase() === name?.toLowerCase();
  if (name && therapist && matchesName(therapist.therapist_name) && !matchesName(user?.name)) {
    return { id: therapist.id, name: therapist.name };
  }
  return user ?? (therapist ? { id: therapist.id, name: therapist.name } : null);
}
