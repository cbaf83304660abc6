import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/open.server";
import type { Visit } from "~/scheduling/visits/visit";
import type { ListAppointments } from "../schema";
import { listAppointments } from "./appointment-rows.server";

const most = 50_000;
const atOnce = 1000;

/** Every row that the filters leave, in the list's order, up to 50,000. Others are served in between. */
export async function exportAppointments(
  db: Db,
  wanted: Omit<ListAppointments, "limit" | "cursor">,
): Promise<Visit[]> {
  const visits: Visit[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAppointments(db, { ...wanted, cursor, limit: atOnce });
    visits.push(...page.rows);
    cursor = page.next ?? undefined;
    await setImmediate();
  } while (cursor && visits.length < most);
  return visits;
}
