import { expressionBuilder } from "kysely";
import type { Row, Tables } from "~/db/tables";

export type ConversationPatient = Pick<Row<"threads">, "phone" | "patient_id" | "brightree_db">;

const orders = expressionBuilder<Tables, "orders">();

/** Matches the given order, or else the orders of the thread's patient, or else the orders with its phone number. */
export function whereOrderOf(
  { phone, patient_id, brightree_db }: ConversationPatient,
  orderId?: number | null,
) {
  if (orderId) return orders("orders.id", "=", orderId);
  return patient_id && brightree_db
    ? orders.and({ "orders.patient_id": patient_id, "orders.brightree_db": brightree_db })
    : orders("orders.phone", "=", phone);
}
