import type { Opening } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { type Equipment, type EquipmentLack, isTimeToAsk, lackOf } from "~/equipment/equipment";
import { mayStillChange } from "../patient-may-change.server";
import type { Visit } from "../visit";
import { listLaterTimes } from "./list-later-times.server";

/** The question about the equipment on My visit, and the later times that it offers. */
export interface Arrival {
  lack: EquipmentLack;
  later: Opening[];
}

/** Null if the equipment is there, if the visit is more than two days away, or before the evening of the expected day. */
export async function findArrival(app: App, visit: Visit, equipment: Equipment): Promise<Arrival | null> {
  const lack = lackOf(equipment, visit, app.clock.now());
  if (!lack || (lack === "unconfirmed" && !isTimeToAsk(equipment, app.clock.now()))) return null;
  const isLater = lack !== "unconfirmed" && mayStillChange(app, visit);
  return {
    lack,
    later: isLater ? await listLaterTimes(app, visit, equipment) : [],
  };
}
