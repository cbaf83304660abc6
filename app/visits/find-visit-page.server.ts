import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { requireOwnVisit } from "./require-own-visit.server";
import type { VisitPage } from "./visit-pages-schema";

export async function findVisitPage(app: App, who: Staff, { id, back }: VisitPage) {
  return { staff: who, back, visit: await requireOwnVisit(app.reads, who, id) };
}

/** Finds the staff note about a visit's outcome. Patients never see it. */
export async function findOutcomeNote(db: Db, visitId: number): Promise<string | null> {
  const { outcome_note } = await db
    .selectFrom("visits")
    .select("outcome_note")
    .where("id", "=", visitId)
    .executeTakeFirstOrThrow();
  return outcome_note;
}
