import { sql } from "kysely";
import { orders, therapists } from "./company-rows.server";
import type { TransferredTable } from "./transferred-table";

/** Tables for earlier times, which come after slots, orders and visits. */
export const offerTables: TransferredTable[] = [
  {
    name: "earlier_wishes",
    key: ["order_id"],
    of: (company) => sql`order_id in ${orders(company)}`,
    points: { order_id: "orders" },
  },
  {
    name: "freed_times",
    key: ["therapist_id", "start_at"],
    of: (company) => sql`therapist_id in ${therapists(company)}`,
    points: { therapist_id: "therapists" },
    // It may be an order of another company.
    without: ["left_by"],
  },
  {
    name: "freed_time_log",
    key: ["therapist_id", "start_at"],
    of: (company) => sql`therapist_id in ${therapists(company)}`,
    points: { therapist_id: "therapists", visit_id: "visits" },
  },
  {
    name: "offers",
    key: ["id"],
    of: (company) => sql`order_id in ${orders(company)}`,
    points: { order_id: "orders", visit_id: "visits", therapist_id: "therapists" },
    sealed: { code_sealed: "code" },
    without: ["code_hash"],
  },
];
