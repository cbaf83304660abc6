import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { dropRow } from "./outbox-rows.server";
import { messageStrings } from "./staff-strings";

/** Drops the messages of these kinds about a visit that no provider has yet. */
export async function dropQueuedOfVisit(
  trx: Db,
  app: Pick<App, "clock" | "metrics">,
  { visitId, kinds }: { visitId: number; kinds: readonly string[] },
): Promise<void> {
  const rows = await trx
    .selectFrom("outbox")
    .selectAll()
    .where("visit_id", "=", visitId)
    .where("kind", "in", kinds)
    .where("status", "in", ["queued", "held"])
    .where("in_doubt", "=", 0)
    .execute();
  for (const row of rows) await dropRow(trx, app, row, messageStrings.visitReopened);
}
