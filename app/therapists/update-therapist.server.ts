import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/constraint-errors.server";
import type { UpdateTherapist } from "./therapist-schema";
import { findTherapistAsSeen } from "./therapists.server";

export async function updateTherapist(app: App, who: Who, input: UpdateTherapist): Promise<void> {
  const { id, version, company_name: companyName, ...fields } = input;
  try {
    await app.db.transaction().execute(async (trx) => {
      await findTherapistAsSeen(trx, id, version);
      const company =
        companyName === undefined
          ? undefined
          : await trx.selectFrom("companies").select("id").where("name", "=", companyName).executeTakeFirst();
      if (companyName !== undefined && !company) {
        throw invalidField("company_name", "Company not found.");
      }
      await trx
        .updateTable("therapists")
        .set((of) => ({
          ...fields,
          ...(company && { company_id: company.id }),
          version: of("version", "+", 1),
        }))
        .where("id", "=", id)
        .execute();
      await logAudit(trx, app, who, "therapist.changed", `therapist ${id}`, {
        fields: Object.keys({ ...fields, ...(company && { company_name: true }) }),
      });
    });
  } catch (error) {
    if (isDuplicate(error, "therapists.name")) {
      throw invalidField("name", "Another therapist already has this name.");
    }
    throw error;
  }
}
