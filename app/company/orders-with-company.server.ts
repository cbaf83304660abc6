import type { Db } from "~/db/open.server";

export const ordersWithCompany = (db: Db) =>
  db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id");
