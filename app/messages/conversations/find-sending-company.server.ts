import { ordersWithCompany } from "~/company/orders-with-company.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

export interface SendingCompany {
  /** Null before the first company is set up. */
  id: number | null;
  name: string;
  phone: string | null;
}

const columns = ["companies.id", "companies.name", "companies.phone"] as const;

/**
 * The order's company, or else the company of the conversation's database, or else the one that staff chose, or else
 * the first company.
 */
export async function findSendingCompany(
  db: Db,
  { brightree_db: database, company_id: chosen }: Pick<Row<"threads">, "brightree_db" | "company_id">,
  orderId?: number | null,
): Promise<SendingCompany> {
  const companies = db.selectFrom("companies").select(columns);
  const found =
    (orderId &&
      (await ordersWithCompany(db).select(columns).where("orders.id", "=", orderId).executeTakeFirst())) ||
    (database &&
      (await companies
        .innerJoin("databases", "databases.company_id", "companies.id")
        .where("databases.name", "=", database)
        .executeTakeFirst())) ||
    (chosen && (await companies.where("companies.id", "=", chosen).executeTakeFirst())) ||
    (await companies.orderBy("companies.id").limit(1).executeTakeFirst());
  return found || { id: null, name: "Firstnight", phone: null };
}
