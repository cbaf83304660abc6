import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { nextTextTime } from "./quiet-hours";

interface Subject {
  orderId?: number | null | undefined;
  thread: Pick<Row<"threads">, "phone" | "patient_id" | "brightree_db">;
}

/** When an automated text may be sent: now, or after the quiet hours of the patient's state. */
export async function textTime(
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
  subject: Subject,
): Promise<number> {
  return nextTextTime(clock.now(), await stateOf(db, subject), config.textHours);
}

async function stateOf(db: Db, { orderId, thread }: Subject): Promise<string | null> {
  let query = db.selectFrom("orders").select("state").where("state", "is not", null);
  if (orderId) query = query.where("id", "=", orderId);
  else if (thread.patient_id && thread.brightree_db) {
    query = query.where("patient_id", "=", thread.patient_id).where("brightree_db", "=", thread.brightree_db);
  } else query = query.where("phone", "=", thread.phone);
  const order = await query.orderBy("id", "desc").limit(1).executeTakeFirst();
  return order?.state ?? null;
}
