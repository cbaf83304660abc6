import type { Db } from "~/db/open.server";
import type { Visit } from "~/visits/visit";
import type { ListAppointments } from "../schema";
import { listAppointments } from "./appointment-rows.server";

const most = 50_000;
// So many take a few milliseconds, for which nobody else is served.
const atOnce = 100;

/** Every row that the filters leave, in the list's order, up to 50,000, some at a time. */
export async function* exportAppointments(
  db: Db,
  wanted: Omit<ListAppointments, "limit" | "cursor">,
): AsyncGenerator<Visit[]> {
  let cursor: string | undefined;
  let given = 0;
  do {
    const page = await listAppointments(db, { ...wanted, cursor, limit: atOnce });
    given += page.rows.length;
    cursor = page.next ?? undefined;
    yield page.rows;
  } while (cursor && given < most);
}
