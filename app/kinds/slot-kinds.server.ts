import { invalidField } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { SlotKind } from "./slot-kind";

type Owner = Pick<Row<"therapists">, "company_id">;

/**
 * Lists the kinds of visits that a therapist's slots can be for, to choose from and to name. Classes aren't
 * among them, because staff schedule them. Empty if the company never had a second one.
 */
export async function listSlotKinds(db: Db, therapistId: number): Promise<SlotKind[]> {
  const kinds = await db
    .selectFrom("therapists")
    .innerJoin("visit_kinds", "visit_kinds.company_id", "therapists.company_id")
    .select(["visit_kinds.id", "visit_kinds.name", "visit_kinds.active"])
    .where("therapists.id", "=", therapistId)
    .where("mode", "<>", "class")
    .orderBy("visit_kinds.active", "desc")
    .orderBy("visit_kinds.is_default", "desc")
    .orderBy("visit_kinds.name")
    .execute();
  return kinds.length < 2 ? [] : kinds.map(({ active, ...kind }) => ({ ...kind, isActive: active === 1 }));
}

/**
 * The column `kinds` of a slot or of weekly hours: a JSON list, or null for every kind.
 * @param ids of the chosen kinds; none stands for every kind
 * @throws Refusal "invalid" for a kind of another company and for a class
 */
export async function checkedSlotKinds(
  db: Db,
  therapist: Owner,
  ids: readonly number[] = [],
): Promise<string | null> {
  const chosen = [...new Set(ids)].sort((a, b) => a - b);
  if (chosen.length === 0) return null;
  const kinds = await db
    .selectFrom("visit_kinds")
    .select("id")
    .where("company_id", "=", therapist.company_id)
    .where("mode", "<>", "class")
    .where("id", "in", chosen)
    .execute();
  if (kinds.length !== chosen.length) {
    throw invalidField(
      "kinds",
      "Choose kinds of visits of the therapist's company. Classes are scheduled separately.",
    );
  }
  return JSON.stringify(chosen);
}
