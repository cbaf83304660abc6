import type { Db } from "~/db/open.server";
import type { Visit } from "~/visits/visit";
import type { ListAppointments } from "../schema";
import { listAppointments } from "./appointment-rows.server";

const most = 50_000;
// Other requests wait a few milliseconds for each page.
const atOnce = 100;

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
