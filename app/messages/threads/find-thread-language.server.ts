import { ordersWithCompany } from "~/company/orders-with-company.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import type { LanguageScope } from "~/core/language/current-language";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

interface Subject {
  orderId?: number | null | undefined;
  thread: Pick<Row<"threads">, "phone" | "patient_id" | "brightree_db">;
}

/** How a thread's patient reads: by the order, else the thread's patient, else the number. English without one. */
export async function findThreadLanguage(db: Db, { orderId, thread }: Subject): Promise<LanguageScope> {
  let query = ordersWithCompany(db).select(patientLanguageColumns);
  if (orderId) query = query.where("orders.id", "=", orderId);
  else if (thread.patient_id && thread.brightree_db) {
    query = query
      .where("orders.patient_id", "=", thread.patient_id)
      .where("orders.brightree_db", "=", thread.brightree_db);
  } else query = query.where("orders.phone", "=", thread.phone);
  const order = await query.orderBy("orders.id", "desc").limit(1).executeTakeFirst();
  return order ? patientLanguage(order) : { language: "en" };
}
