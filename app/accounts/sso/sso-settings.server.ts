import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { openProvider, type ProviderSettings } from "~/integrations/oidc/provider.server";
import { accountStrings } from "../strings";
import type { RoleValues } from "./sso-schema";

export type SsoRow = Row<"single_sign_on">;

export async function findSso(db: Db): Promise<SsoRow | null> {
  return (await db.selectFrom("single_sign_on").selectAll().executeTakeFirst()) ?? null;
}

export const ssoView = (row: SsoRow) => ({
  issuer: row.issuer,
  client_id: row.client_id,
  roles_claim: row.roles_claim,
  role_values: roleValuesOf(row),
  domains: domainsOf(row),
  emails_confirmed: row.emails_confirmed === 1,
  local_off: row.local_off === 1,
});
export type SsoView = ReturnType<typeof ssoView>;

export const roleValuesOf = (row: SsoRow) => JSON.parse(row.role_values) as RoleValues;

export const domainsOf = (row: SsoRow) => JSON.parse(row.domains) as string[];

export const redirectUri = ({ config }: { config: Pick<App["config"], "publicUrl"> }) =>
  `${config.publicUrl}/sso/callback`;

export const logoutUri = ({ config }: Pick<App, "config">) =>
  `${config.publicUrl}/api/sso/backchannel-logout`;

export async function requireSso(db: Db): Promise<SsoRow> {
  const row = await findSso(db);
  if (!row) throw new Refusal("missing", "Single sign-on is not set up.");
  return row;
}

export function providerSettings(
  { config, secrets }: Pick<App, "config" | "secrets">,
  row: SsoRow,
): ProviderSettings {
  try {
    return {
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret: secrets.open(row.client_secret_sealed),
      privateHosts: config.privateHosts,
    };
  } catch {
    throw new Refusal("conflict", "The client secret can't be read. An admin must enter it again.");
  }
}

export const providerOf = (app: App, row: SsoRow) =>
  openProvider(providerSettings(app, row), app.clock.now());

/** A new issuer or client identifies users by different IDs. */
export async function unlinkAllUsers(trx: Db): Promise<void> {
  await trx.updateTable("users").set({ sso_subject: null }).where("sso_subject", "is not", null).execute();
}

/** Saves whether the provider works, for the Health page. */
export async function recordProvider(app: App, problem: string | null): Promise<void> {
  const now = app.clock.now();
  await app.db
    .updateTable("single_sign_on")
    .set(
      problem === null
        ? { last_used_at: now, problem: null, problem_at: null }
        : { problem, problem_at: now },
    )
    .execute();
}

/** True if the user can sign in only with single sign-on. */
export async function isLocalOff(trx: Db, userId: number): Promise<boolean> {
  const found = await trx
    .selectFrom("users")
    .innerJoin("single_sign_on", (join) => join.on("local_off", "=", 1))
    .select("users.id")
    .where("users.id", "=", userId)
    .where("sso_subject", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function refuseIfLocalOff(trx: Db, userId: number): Promise<void> {
  if (await isLocalOff(trx, userId)) throw new Refusal("forbidden", accountStrings.ssoOnly);
}

/** Call this in the transaction, after the change. @throws Refusal "conflict" if no admin could sign in without SSO */
export async function requireLocalAdmin(trx: Db): Promise<void> {
  const isOff = await trx
    .selectFrom("single_sign_on")
    .select("id")
    .where("local_off", "=", 1)
    .executeTakeFirst();
  if (!isOff) return;
  const admin = await trx
    .selectFrom("users")
    .innerJoin("user_roles", "user_roles.user_id", "users.id")
    .select("users.id")
    .where("role", "=", "admin")
    .where("disabled_at", "is", null)
    .where("password_hash", "is not", null)
    .where("sso_subject", "is", null)
    .where((where) =>
      where.or([
        where("two_step", "!=", "off"),
        where.exists(where.selectFrom("passkeys").select("id").whereRef("user_id", "=", "users.id")),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (admin) return;
  throw new Refusal(
    "conflict",
    "At least one admin must have a password and two-step sign-in, but not single sign-on. Otherwise, no one could sign in while the provider is down.",
  );
}
