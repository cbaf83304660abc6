import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/database-errors.server";
import { type Company, findCompany } from "./company.server";
import type { ChangeCompany } from "./company-schema";
import { type SettingName, settingColumns } from "./company-settings";

export function requireVersion({ version }: Pick<Company, "version">, read: number | undefined): void {
  if (read === undefined || read === version) return;
  throw new Refusal("conflict", "Someone else changed this company. Reload the page to see the changes.");
}

/** Reports compare the visits before and after the company began to follow equipment. */
function followedSince({ clock }: App, before: Company, { equipment }: Partial<Company>) {
  if (equipment === undefined || (equipment === "off") === (before.equipment === "off")) return {};
  return { equipment_on_at: equipment === "off" ? null : clock.now() };
}

export async function changeCompany(app: App, who: Who, input: ChangeCompany): Promise<Company> {
  const { company: name, version, ...values } = input;
  const fields = settingColumns(values);
  try {
    return await app.db.transaction().execute(async (trx) => {
      const before = await findCompany(trx, name);
      requireVersion(before, version);
      const changed = (Object.keys(fields) as SettingName[]).filter(
        (field) => fields[field] !== before[field],
      );
      if (changed.length === 0) return before;
      await logAudit({ trx, app, who }, "company.changed", `company ${before.id}`, { fields: changed });
      return trx
        .updateTable("companies")
        .set((eb) => ({ ...fields, ...followedSince(app, before, fields), version: eb("version", "+", 1) }))
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
