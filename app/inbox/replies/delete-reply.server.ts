import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import { findSavedReply } from "./saved-replies.server";

/** @returns the company's name */
export function deleteReply(app: App, who: Staff, id: number): Promise<string> {
  return app.db.transaction().execute(async (trx) => {
    const { company, company_id: companyId, name } = await findSavedReply(trx, id);
    await trx.deleteFrom("saved_replies").where("id", "=", id).execute();
    await logAudit(trx, app, who, "saved-reply.deleted", `saved reply ${id}`, { company: companyId, name });
    return company;
  });
}
