import type { AppTx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { FileLine } from "./company-file.server";

export interface Users {
  ids: number[];
  added: { id: number; email: string }[];
}

export async function importUser(trx: Db, users: Users, line: FileLine[1]): Promise<void> {
  const email = String(line.email);
  const known = await trx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (known) {
    users.ids.push(known.id);
    return;
  }
  const { id } = await trx
    .insertInto("users")
    .values({
      email,
      name: String(line.name),
      phone: line.phone === null ? null : String(line.phone),
      created_at: Number(line.created_at),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  users.ids.push(id);
  users.added.push({ id, email });
}

export async function openAccounts({ trx, app: { clock } }: AppTx, { added }: Users) {
  const accounts = { open: [] as string[], closed: [] as string[] };
  for (const { id, email } of added) {
    const therapist = await trx
      .selectFrom("therapists")
      .select("id")
      .where("user_id", "=", id)
      .executeTakeFirst();
    await trx
      .insertInto("user_roles")
      .values({ user_id: id, role: therapist ? "therapist" : "staff" })
      .execute();
    if (!therapist) {
      await trx.updateTable("users").set({ disabled_at: clock.now() }).where("id", "=", id).execute();
    }
    accounts[therapist ? "open" : "closed"].push(email);
  }
  return accounts;
}
