import type { Db } from "~/db/open.server";
import type { Visit } from "~/visits/visit";
import type { ListAppointments } from "../dashboard-schema";
import type { Filters } from "./appointment-filters.server";
import { listAppointments } from "./list-appointments.server";

const maxRows = 50_000;
// Other requests wait a few milliseconds for each page.
const pageSize = 100;

export async function* exportAppointments(
  db: Db,
  filters: Omit<ListAppointments, "limit" | "cursor"> & Pick<Filters, "today">,
): AsyncGenerator<Visit[]> {
  let cursor: string | undefined;
  let exported = 0;
  do {
    const page = await listAppointments(db, { ...filters, cursor, limit: pageSize });
    exported += page.rows.length;
    cursor = page.next ?? undefined;
    yield page.rows;
  } while (cursor && exported < maxRows);
}
