import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { refund } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { asOneLine } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import { anonymous, type Role, roles } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Claims } from "~/integrations/oidc/provider-sign-in.server";
import type { LoginResponse } from "../account-schema";
import { findStaff } from "../find-staff.server";
import { endSessionsOfUser } from "../sessions.server";
import { finishFirstStep } from "../sign-in/challenge.server";
import { openStaffSession, type SignInSource } from "../sign-in/open-staff-session.server";
import { ssoStarted } from "../sign-in/sign-in-limits.server";
import { linkTherapist } from "../users/link-therapist.server";
import { changeUser } from "../users/update-user.server";
import { findUserRow, requireAnAdmin, setRoles } from "../users/users.server";
import type { RoleValues } from "./sso-schema";
import { domainsOf, requireLocalAdmin, roleValuesOf, type SsoRow } from "./sso-settings.server";

/** RFC 8176 values for a second factor or a device that verified its user. */
const strongMethods = "mfa otp hwk sc sms tel fpt face iris retina vbm".split(" ");

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string");

const hasSecondFactor = (claims: Record<string, unknown>) =>
  textsOf(claims.amr).some((method) => strongMethods.includes(method));

const rolesIn = (values: string[], roleValues: RoleValues): Role[] =>
  roles.filter((role) => roleValues[role]?.some((value) => values.includes(value)));

const emailOf = ({ email }: Record<string, unknown>): string | null =>
  typeof email === "string" && email.trim() ? email.trim().toLowerCase() : null;

/** Some providers send a string instead of a boolean. @param byDefault the result if the claim is missing */
const isEmailConfirmed = ({ email_verified }: Record<string, unknown>, byDefault: boolean) =>
  String(email_verified ?? byDefault) === "true";

const isAllowedDomain = (email: string, domains: string[]) =>
  domains.includes(email.slice(email.lastIndexOf("@") + 1));

type Outcome = { login: LoginResponse } | { refused: string };

/** Signs in a user identified by the provider. Adds new users and copies their roles from the provider. */
export async function signInBySso(
  app: App,
  { row, claims, from }: { row: SsoRow; claims: Claims; from: SignInSource },
): Promise<LoginResponse> {
  // Returns a refusal instead of throwing, so that removed roles and the audit entry are saved.
  const outcome = await app.db.transaction().execute((trx) => decide({ trx, app }, row, claims, from));
  if ("refused" in outcome) {
    app.metrics.signInFailures.inc({ way: "single-sign-on" });
    throw new Refusal("forbidden", outcome.refused);
  }
  await refund(app, ssoStarted, clientKey(from.address));
  return outcome.login;
}

async function decide(
  { trx, app }: AppTx,
  row: SsoRow,
  claims: Claims,
  from: SignInSource,
): Promise<Outcome> {
  const email = emailOf(claims);
  const subject = `${claims.iss} ${claims.sub}`;
  const found = await findUser(trx, subject, email);
  const refuse = async (refused: string): Promise<Outcome> => {
    const who = anonymous(from.address, email);
    const record = found && `user ${found.id}`;
    await logAudit({ trx, app, who }, "sign-in.failed", record, { single_sign_on: refused });
    return { refused };
  };
  if (!email) return refuse("Your identity provider didn't send an email address. Ask an admin for help.");
  if (!isAllowedDomain(email, domainsOf(row))) {
    return refuse(`${email} is not in an allowed email domain. Ask an admin for help.`);
  }
  // New users need this too, because the address gives access to the domain, a therapist profile, and emailed codes.
  if (found?.sso_subject !== subject && !isEmailConfirmed(claims, row.emails_confirmed === 1)) {
    return refuse(
      "The provider did not confirm your email address, so you can't sign in for the first time. Ask an admin to check the settings under Single sign-on.",
    );
  }
  if (found && found.sso_subject !== null && found.sso_subject !== subject) {
    return refuse(
      "Your email address is already linked to another account at your identity provider. Ask an admin to unlink it under User Management.",
    );
  }
  if (found && found.disabled_at !== null) return refuse("Your account is closed. Ask an admin for help.");
  const roles = rolesIn(valuesOf(claims, row.roles_claim), roleValuesOf(row));
  if (roles.length === 0) {
    if (found?.sso_subject === subject) await updateRoles({ trx, app }, found.id, []);
    return refuse("Your account has no role in Firstnight. Ask an admin for help.");
  }
  const userId = found?.id ?? (await addSsoUser({ trx, app }, { email, claims, from }));
  await trx.updateTable("users").set({ sso_subject: subject }).where("id", "=", userId).execute();
  await requireLocalAdmin(trx);
  await updateRoles({ trx, app }, userId, roles);
  if (found && isEmailConfirmed(claims, row.emails_confirmed === 1)) {
    await followEmail({ trx, app }, userId, email, from);
  }
  const staff = await findStaff(trx, userId);
  if (!staff) throw new Error("The user of this sign-in is missing.");
  const source = { ...from, sso: { sid: typeof claims.sid === "string" ? claims.sid : null } };
  const login = hasSecondFactor(claims)
    ? await openStaffSession({ trx, app }, staff, source)
    : await finishFirstStep({ trx, app }, await findUserRow(trx, userId), staff, source);
  return { login };
}

/** Finds the user by the provider's user ID or, at the first sign-in, by email address. */
async function findUser(trx: Db, subject: string, email: string | null) {
  const users = trx.selectFrom("users").select(["id", "sso_subject", "disabled_at"]);
  const linked = await users.where("sso_subject", "=", subject).executeTakeFirst();
  if (linked || email === null) return linked;
  return users.where("email", "=", email).executeTakeFirst();
}

async function addSsoUser(
  { trx, app }: AppTx,
  { email, claims, from }: { email: string; claims: Claims; from: SignInSource },
): Promise<number> {
  const given = typeof claims.name === "string" ? asOneLine(claims.name).slice(0, 120) : "";
  const name = given || email;
  const { id } = await trx
    .insertInto("users")
    .values({ email, name, created_at: app.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await linkTherapist(trx, { id, email }, undefined);
  await logAudit({ trx, app, who: anonymous(from.address, email) }, "user.added", `user ${id}`, {
    email,
    by: "single sign-on",
  });
  return id;
}

/** Follows a new email address at the provider, unless another user has it here. */
async function followEmail({ trx, app }: AppTx, userId: number, email: string, from: SignInSource) {
  const user = await findUserRow(trx, userId);
  if (user.email === email) return;
  const other = await trx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (other) return;
  await changeUser({ trx, app, who: anonymous(from.address, email) }, { id: userId, email });
}

/** Changed roles end the user's sessions, as when an admin changes them. */
async function updateRoles({ trx, app }: AppTx, userId: number, roles: Role[]): Promise<void> {
  const rows = await trx.selectFrom("user_roles").select("role").where("user_id", "=", userId).execute();
  const before = rows.map(({ role }) => role).sort();
  if (before.join() === [...roles].sort().join()) return;
  await setRoles(trx, userId, roles);
  await requireAnAdmin(trx);
  await endSessionsOfUser(trx, userId);
  await logAudit({ trx, app, who: anonymous(null) }, "user.changed", `user ${userId}`, {
    roles: [before, roles],
    by: "single sign-on",
  });
}

export function describeClaims(row: SsoRow, claims: Claims) {
  const email = emailOf(claims);
  const values = valuesOf(claims, row.roles_claim).slice(0, 50);
  return {
    email,
    isConfirmed: isEmailConfirmed(claims, row.emails_confirmed === 1),
    isAllowed: email !== null && isAllowedDomain(email, domainsOf(row)),
    claim: row.roles_claim,
    values,
    roles: rolesIn(values, roleValuesOf(row)),
    hasSecondFactor: hasSecondFactor(claims),
    otherClaims: Object.keys(claims).sort().slice(0, 50),
  };
}
export type Trial = ReturnType<typeof describeClaims>;

/** The values of a claim. A name with dots also reads nested claims, such as `realm_access.roles`. */
function valuesOf(claims: Record<string, unknown>, claim: string): string[] {
  const nested = claim
    .split(".")
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], claims);
  return textsOf(claims[claim] ?? nested);
}
