import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/constraint-errors.server";
import { type Company, findCompany } from "./company.server";
import type { ChangeCompany, CompanyField } from "./company-schema";

export function requireVersion({ version }: Pick<Company, "version">, read: number | undefined): void {
  if (read === undefined || read === version) return;
  throw new Refusal("conflict", "Someone else changed this company. Reload the page to see the changes.");
}

export async function changeCompany(app: App, who: Who, input: ChangeCompany): Promise<Company> {
  const { company: name, version, languages, nudge_days, ...changed } = input;
  const { sms_optional, offers_on, feed_names, ...rest } = changed;
  const fields = {
    ...rest,
    ...(sms_optional !== undefined && { sms_optional: Number(sms_optional) }),
    ...(offers_on !== undefined && { offers_on: Number(offers_on) }),
    ...(feed_names !== undefined && { feed_names: Number(feed_names) }),
    ...(languages && { languages: JSON.stringify(languages) }),
    ...(nudge_days && { nudge_days: JSON.stringify(nudge_days) }),
  };
  try {
    return await app.db.transaction().execute(async (trx) => {
      const before = await findCompany(trx, name);
      requireVersion(before, version);
      const changed = (Object.keys(fields) as CompanyField[]).filter(
        (field) => fields[field] !== undefined && fields[field] !== before[field],
      );
      if (changed.length === 0) return before;
      await logAudit({ trx, app, who }, "company.changed", `company ${before.id}`, { fields: changed });
      return trx
        .updateTable("companies")
        .set((eb) => ({ ...fields, version: eb("version", "+", 1) }))
        .where("id", "=", before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  } catch (error) {
    if (isDuplicate(error, "companies.name")) {
      throw invalidField("name", "Another company already has this name.");
    }
    throw error;
  }
}
