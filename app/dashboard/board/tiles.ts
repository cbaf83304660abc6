import { listHref } from "~/core/list-href";
import { stepNames } from "~/orders/step";
import type { BoardFilters } from "../dashboard-schema";

export const stepName = (step: number) => stepNames[step - 1] ?? "";

export interface Tile {
  key: string;
  name: string;
  count: number;
}

export const stateOf = (tiles: Tile[]) => tiles.map(({ count }) => count).join("-");

export const boardHref = "/supervisordashboard";

export function tileHref(key: string, { db, therapist }: BoardFilters): string {
  if (key === "unconfirmed") return listHref("/appointments", { db, therapist, status: "submitted" });
  if (key === "codes") return listHref(`${boardHref}/codes`, { db, therapist });
  const step = Number(key);
  if (step >= 6) return listHref("/appointments", { db, therapist, step });
  return listHref(`${boardHref}/steps/${step}`, { db, therapist });
}
