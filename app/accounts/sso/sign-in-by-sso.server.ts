import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { anonymous, type Role } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findStaff } from "~/identity/find-staff.server";
import { endSessionsOfUser } from "~/identity/sessions.server";
import type { Claims } from "~/integrations/oidc/provider-sign-in.server";
import type { LoginAnswer } from "../account-schema";
import { hasPasskeys } from "../passkeys/passkeys.server";
import { challengeUser } from "../sign-in/challenge.server";
import { openStaffSession, type SignInSource } from "../sign-in/open-staff-session.server";
import { twoStepOf } from "../sign-in/two-step";
import { linkTherapist } from "../users/link-therapist.server";
import { requireAnAdmin, setRoles } from "../users/user-roles.server";
import { requireWayBack } from "./local-sign-in-off.server";
import {
  emailOf,
  hasSecondFactor,
  isAllowedDomain,
  isEmailConfirmed,
  rolesIn,
  valuesOf,
} from "./read-claims";
import { domainsOf, roleValuesOf, type SsoRow } from "./sso-settings.server";

type Outcome = { answer: LoginAnswer } | { refused: string };

/**
 * Signs in the user that the provider identified. The provider decides the roles. A new user is added at the
 * first sign-in.
 */
export async function signInBySso(
  app: App,
  { row, claims, from }: { row: SsoRow; claims: Claims; from: SignInSource },
): Promise<LoginAnswer> {
  // Returns the refusal, because throwing would roll back lost roles and the audit entry.
  const outcome = await app.db.transaction().execute((trx) => decide(trx, app, row, claims, from));
  if ("refused" in outcome) {
    app.metrics.signInFailures.inc({ way: "single-sign-on" });
    throw new Refusal("forbidden", outcome.refused);
  }
  return outcome.answer;
}

async function decide(trx: Db, app: App, row: SsoRow, claims: Claims, from: SignInSource): Promise<Outcome> {
  const email = emailOf(claims);
  const subject = `${claims.iss} ${claims.sub}`;
  const found = await findUser(trx, subject, email);
  const refuse = async (refused: string): Promise<Outcome> => {
    const details = { single_sign_on: refused };
    await logAudit(
      trx,
      app,
      anonymous(from.address, email),
      "sign-in.failed",
      found && `user ${found.id}`,
      details,
    );
    return { refused };
  };
  if (!email) return refuse("Your identity provider sent no email address. Ask an admin.");
  if (!isAllowedDomain(email, domainsOf(row))) {
    return refuse(`${email} is not in an allowed email domain. Ask an admin.`);
  }
  // This applies to new users too: the address gives access to the allowed domain, therapist profiles and
  // codes by email.
  if (found?.sso_subject !== subject && !isEmailConfirmed(claims, row.emails_confirmed === 1)) {
    return refuse(
      "The provider does not confirm your email address, so you can't sign in for the first time. Ask an admin: the page Single sign-on has a setting for this.",
    );
  }
  if (found && found.sso_subject !== null && found.sso_subject !== subject) {
    return refuse(
      "Your email address is already linked to another account at your identity provider. Ask an admin to unlink it under User Management.",
    );
  }
  if (found && found.disabled_at !== null) return refuse("Your account is closed. Ask an admin.");
  const roles = rolesIn(valuesOf(claims, row.roles_claim), roleValuesOf(row));
  if (roles.length === 0) {
    if (found?.sso_subject === subject) await followRoles(trx, app, found.id, []);
    return refuse("Your account has no role in Firstnight. Ask an admin.");
  }
  const userId = found?.id ?? (await addSsoUser(trx, app, { email, claims, from }));
  await trx.updateTable("users").set({ sso_subject: subject }).where("id", "=", userId).execute();
  await requireWayBack(trx);
  await followRoles(trx, app, userId, roles);
  const staff = await findStaff(trx, userId);
  if (!staff) throw new Error("The user of this sign-in is missing.");
  const user = await trx
    .selectFrom("users")
    .select(["id", "email", "name", "phone", "two_step"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const withPasskeys = { ...user, hasPasskeys: await hasPasskeys(trx, userId) };
  const method = hasSecondFactor(claims)
    ? "off"
    : twoStepOf(withPasskeys, staff.roles, app.config.requireMfa);
  const source = { ...from, sso: { sid: typeof claims.sid === "string" ? claims.sid : null } };
  const answer =
    method === "off"
      ? await openStaffSession(trx, app, staff, source)
      : await challengeUser(trx, app, withPasskeys, method, source);
  return { answer };
}

/** Finds the user by the provider's subject, or at the first sign-in by the email address. */
async function findUser(trx: Db, subject: string, email: string | null) {
  const users = trx.selectFrom("users").select(["id", "sso_subject", "disabled_at"]);
  const linked = await users.where("sso_subject", "=", subject).executeTakeFirst();
  if (linked || email === null) return linked;
  return users.where("email", "=", email).executeTakeFirst();
}

async function addSsoUser(
  trx: Db,
  app: App,
  { email, claims, from }: { email: string; claims: Claims; from: SignInSource },
): Promise<number> {
  const name =
    typeof claims.name === "string" && claims.name.trim() ? claims.name.trim().slice(0, 120) : email;
  const { id } = await trx
    .insertInto("users")
    .values({ email, name, created_at: app.clock.now() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await linkTherapist(trx, { id, email }, undefined);
  await logAudit(trx, app, anonymous(from.address, email), "user.added", `user ${id}`, {
    email,
    by: "single sign-on",
  });
  return id;
}

/** If the roles changed, the user's sessions end, as they do when an admin changes roles. */
async function followRoles(trx: Db, app: App, userId: number, roles: Role[]): Promise<void> {
  const rows = await trx.selectFrom("user_roles").select("role").where("user_id", "=", userId).execute();
  const before = rows.map(({ role }) => role).sort();
  if (before.join() === [...roles].sort().join()) return;
  await setRoles(trx, userId, roles);
  await requireAnAdmin(trx);
  await endSessionsOfUser(trx, userId);
  await logAudit(trx, app, anonymous(null), "user.changed", `user ${userId}`, {
    roles: [before, roles],
    by: "single sign-on",
  });
}

/** Describes the result of a sign-in with these claims, for an admin's test. */
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
