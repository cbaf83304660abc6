import { isPassword } from "~/accounts/passwords/hash-password.server";
import type { App } from "~/boot/app.server";
import type { Role } from "~/core/who";
import { integrationKey } from "../demo-codes.server";
import type { Scale } from "../demo-size";
import { makeStaff } from "../people/staff";
import { randomOf } from "../random.server";

export type DemoFile = Awaited<ReturnType<typeof describeDemo>>;

export async function describeDemo(app: App, scale: Scale) {
  return {
    base_url: app.config.publicUrl,
    staff: await listStaff(app, scale),
    patients: await listPatients(app),
    databases: await app.reads
      .selectFrom("databases")
      .innerJoin("companies", "companies.id", "databases.company_id")
      .select(["databases.name", "companies.name as company"])
      .orderBy("companies.id")
      .execute(),
    integration_key: await findLiveKey(app),
  };
}

async function listStaff(app: App, scale: Scale) {
  const users = await app.reads
    .selectFrom("users")
    .leftJoin("therapists", "therapists.user_id", "users.id")
    .select(["users.id", "users.email", "users.password_hash", "therapists.name as therapist_name"])
    .where("users.disabled_at", "is", null)
    .orderBy("users.id")
    .execute();
  const userRoles = await app.reads.selectFrom("user_roles").selectAll().orderBy("role").execute();
  const { accounts } = makeStaff(scale.therapists);
  const passwords = new Map(accounts.map((known) => [known.email, known.password]));
  const verified = new Map<string, boolean>();
  const staff: { email: string; password: string; roles: Role[]; therapist_name: string | null }[] = [];
  for (const { id, email, password_hash: hash, therapist_name } of users) {
    const password = passwords.get(email);
    if (!password || !hash) continue;
    const pair = `${password} ${hash}`;
    if (!verified.has(pair)) verified.set(pair, await isPassword(password, hash));
    if (!verified.get(pair)) continue;
    const roles = userRoles.filter(({ user_id }) => user_id === id).map(({ role }) => role);
    staff.push({ email, password, roles, therapist_name });
  }
  return staff;
}

async function findLiveKey({ reads, clock }: App): Promise<string | null> {
  const { key, row } = integrationKey(randomOf("integration key", clock.now()));
  const live = await reads
    .selectFrom("integration_keys")
    .select("id")
    .where("key_hash", "=", row.key_hash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return live ? key : null;
}

async function listPatients({ reads, secrets, clock }: App) {
  const rows = await reads
    .selectFrom("orders")
    .leftJoin("link_codes", (join) => join.onRef("link_codes.order_id", "=", "orders.id"))
    .leftJoin("access_codes", (join) =>
      join
        .onRef("access_codes.order_id", "=", "orders.id")
        .on("access_codes.ended_at", "is", null)
        .on("access_codes.used_at", "is", null)
        .on("access_codes.expires_at", ">", clock.now()),
    )
    .select([
      "orders.patient_id",
      "orders.brightree_db",
      "orders.sales_order_no",
      "orders.patient_name",
      "orders.phone",
      "orders.email",
      "access_codes.code_sealed as access_sealed",
      "link_codes.code_sealed as link_sealed",
      "orders.step",
    ])
    .where("orders.closed_at", "is", null)
    .orderBy("orders.id")
    .execute();
  return rows.map(({ access_sealed: access, link_sealed: link, step, ...patient }) => ({
    ...patient,
    access_code: access === null ? null : secrets.open(access),
    link_code: link === null ? null : secrets.open(link),
    step,
  }));
}
