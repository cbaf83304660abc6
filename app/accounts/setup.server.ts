import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { addressOrText } from "~/company/company-settings";
import { emailAddress, filled, flag, optional, phoneNumber, text } from "~/core/fields";
import { foldText } from "~/core/fold-text";
import { Refusal } from "~/core/refusal";
import { hashToken, newToken } from "~/core/secrets.server";
import { PublicUrl } from "~/core/settings/values.server";
import { isLocalAddress } from "~/core/web-address";
import type { Db } from "~/db/open.server";
import { linkToken, newPassword, type StaffSession } from "./account-schema";
import { findStaff } from "./find-staff.server";
import { hashPassword } from "./passwords/hash-password.server";
import { refuseGuessablePassword } from "./passwords/refuse-guessable-password.server";
import { openStaffSession, type SignInSource } from "./sign-in/open-staff-session.server";
import { setRoles } from "./users/users.server";

export const SetUp = z.object({
  token: linkToken,
  name: filled(120, "Please enter your name."),
  email: emailAddress,
  phone: phoneNumber,
  password: newPassword,
  company: filled(120, "Please enter the company name."),
  company_phone: optional(phoneNumber),
  support_hours: optional(text(200)),
  privacy_notice: optional(addressOrText),
  sms_optional: flag.optional(),
  /** Named after the company if it is empty. */
  database: optional(
    text(40).regex(/^[A-Za-z0-9_-]*$/, "Use only letters, digits, -, and _ in the database name."),
  ),
});
export type SetUp = z.output<typeof SetUp>;

/** Orders of a company without an order system need a database, too. */
const databaseOf = ({ database, company }: SetUp): string =>
  database ??
  (foldText(company)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40) ||
    "orders");

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Makes a one-time link for creating the first admin and revokes earlier ones. Returns null if a user exists. */
export function makeSetupLink(app: App): Promise<string | null> {
  return app.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("setup_links").execute();
    if (await hasUsers(trx)) return null;
    const token = newToken();
    await trx
      .insertInto("setup_links")
      .values({ token_hash: hashToken(token), created_at: app.clock.now() })
      .execute();
    return `${app.config.publicUrl}/setup/${token}`;
  });
}

export async function requireSetupLink(db: Db, token: string): Promise<void> {
  const link = await db
    .selectFrom("setup_links")
    .select("created_at")
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirst();
  if (!link || (await hasUsers(db))) {
    throw new Refusal("missing", "This link is no longer valid. Please sign in.");
  }
}

/**
 * Creates the first admin and the company. Unless PUBLIC_URL is set, links then start with the address that the admin's
 * browser uses.
 * @throws Refusal "missing" if the link was used or replaced
 */
export async function setUp(
  app: App,
  { origin, ...input }: SetUp & SignInSource & { origin?: string | undefined },
): Promise<StaffSession> {
  await requireSetupLink(app.reads, input.token);
  await refuseGuessablePassword(input.password, [input.email, input.name, input.company]);
  const password_hash = await hashPassword(input.password);
  const database = databaseOf(input);
  const url = app.config.given.PUBLIC_URL === undefined ? PublicUrl.safeParse(origin).data : undefined;
  const session = await app.db.transaction().execute(async (trx) => {
    await requireSetupLink(trx, input.token);
    const company = await trx
      .insertInto("companies")
      .values({
        name: input.company,
        phone: input.company_phone ?? null,
        support_hours: input.support_hours ?? null,
        privacy_notice: input.privacy_notice ?? null,
        sms_optional: input.sms_optional ? 1 : 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx.insertInto("databases").values({ name: database, company_id: company.id }).execute();
    if (url !== undefined && !isLocalAddress(url)) {
      const setting = { name: "PUBLIC_URL", value: url, value_sealed: null, saved_at: app.clock.now() };
      await trx.insertInto("settings").values(setting).execute();
    }
    const user = await trx
      .insertInto("users")
      .values({
        email: input.email,
        name: input.name,
        phone: input.phone,
        password_hash,
        created_at: app.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await setRoles(trx, user.id, ["admin"]);
    await trx.deleteFrom("setup_links").execute();
    const admin = await findStaff(trx, user.id);
    if (!admin) throw new Error("The first admin was not created.");
    await logAudit(
      { trx, app, who: { ...admin, address: input.address } },
      "clinic.set-up",
      `user ${user.id}`,
      {
        company: input.company,
        database,
      },
    );
    return openStaffSession({ trx, app }, admin, input);
  });
  await app.settings.load();
  return session;
}
