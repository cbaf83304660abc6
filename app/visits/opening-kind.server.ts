import type { KindOfOpening } from "~/availability/list-openings.server";
import { kindOfOpening } from "~/kinds/kinds.server";
import { kindOfMoved, type Visit } from "./visit";

/** The kind for `listOpenings` that a booked visit fits into. */
export function openingKindOf(visit: Visit): KindOfOpening | undefined {
  const kind = kindOfMoved(visit);
  return kind && kindOfOpening(kind);
}
