import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { callCompany } from "~/company/call-company";
import { findCompanyContact } from "~/company/company.server";
import { fill } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { linkHash } from "../access/link-hash.server";
import { strings } from "../strings";

export type Helper = Row<"helpers">;

export async function findHelper(db: Db, orderId: number): Promise<Helper | null> {
  const helper = await db
    .selectFrom("helpers")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return helper ?? null;
}

/** The name of the helper of a query's `orders`. */
export const selectHelperName = sql<string | null>`(
  select name from helpers where order_id = orders.id and removed_at is null)`;

/** @throws Refusal "missing" with `helper_removed` for the link of a removed helper */
export async function findHelperByLink(db: Db, app: Pick<App, "secrets">, code: string) {
  const helper = await db
    .selectFrom("helpers")
    .selectAll()
    .where("code_hash", "=", linkHash(app, code))
    .executeTakeFirst();
  if (!helper) return null;
  if (helper.removed_at === null) return helper;
  const callUs = callCompany(await findCompanyContact(db, helper.order_id));
  throw new Refusal("missing", fill(strings.helper.linkEnded, { callUs }), {
    extra: { helper_removed: true },
  });
}

/** @throws Refusal "forbidden" for a helper, because only the patient and staff choose the helper */
export function refuseHelper(who: Who): void {
  if (who.kind === "patient" && who.helperId) throw new Refusal("forbidden", strings.helper.patientOnly);
}
