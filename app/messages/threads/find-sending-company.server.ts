import type { Db } from "~/db/open.server";

interface Company {
  /** Null before the first company is set up. */
  id: number | null;
  name: string;
  phone: string | null;
}

interface CompanyInput {
  orderId?: number | null | undefined;
  database?: string | null | undefined;
}

/** The company that sends: of the order, of the database, or the first on file. */
export async function findSendingCompany(db: Db, { orderId, database }: CompanyInput): Promise<Company> {
  const companies = db.selectFrom("companies").select(["companies.id", "companies.name", "companies.phone"]);
  const ofDatabase = companies.innerJoin("databases", "databases.company_id", "companies.id");
  const found =
    (orderId &&
      (await ofDatabase
        .innerJoin("orders", "orders.brightree_db", "databases.name")
        .where("orders.id", "=", orderId)
        .executeTakeFirst())) ||
    (database && (await ofDatabase.where("databases.name", "=", database).executeTakeFirst())) ||
    (await companies.orderBy("companies.id").limit(1).executeTakeFirst());
  return found ?? { id: null, name: "Firstnight", phone: null };
}
