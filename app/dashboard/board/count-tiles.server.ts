import type { App } from "~/boot/app.server";
import { countLiveCodes } from "~/orders/access/pending-codes.server";
import { stepNames } from "~/orders/step";
import { countAppointments } from "../appointments/list-appointments.server";
import type { BoardFilters } from "../dashboard-schema";
import { countSteps } from "./step-orders.server";
import type { Tile } from "./tiles";

/** Counts each tile with the same query as its list. Codes and orders in steps 1 to 5 have no therapist. */
export async function countTiles(app: App, { db, therapist }: BoardFilters): Promise<Tile[]> {
  const steps = await countSteps(app.reads, db);
  const withVisit = (step: number) => countAppointments(app.reads, { db, therapist, step });
  return [
    {
      key: "unconfirmed",
      name: "Unconfirmed",
      count: await countAppointments(app.reads, { db, therapist, status: "submitted" }),
    },
    { key: "codes", name: "Pending Codes", count: await countLiveCodes(app, db) },
    ...stepNames.slice(0, 5).map((name, index) => {
      const key = String(index + 1);
      return { key, name, count: steps[key] ?? 0 };
    }),
    { key: "6", name: stepNames[5], count: await withVisit(6) },
    { key: "7", name: stepNames[6], count: await withVisit(7) },
  ];
}
