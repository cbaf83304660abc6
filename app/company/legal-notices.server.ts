import { isProvenPatient, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { type CompanyLanguage, scopeOf } from "./patient-language";

const columns = [
  "companies.name",
  "companies.website",
  "companies.address",
  "companies.privacy_notice",
  "companies.privacy_practices",
  "companies.terms",
  "companies.texts",
  "companies.message_frequency",
  "companies.languages",
] as const;

/** The notices of the order's company. Without an order, uses the only company; null if there are several. */
export async function findLegalNotices(db: Db, who: Who) {
  const companies = db.selectFrom("companies").select(columns).orderBy("companies.id").limit(2);
  // A query session must not reveal whether its order exists.
  if (isProvenPatient(who)) {
    const ofOrder = await companies
      .innerJoin("databases", "databases.company_id", "companies.id")
      .innerJoin("orders", "orders.brightree_db", "databases.name")
      .where("orders.id", "=", who.orderId)
      .executeTakeFirst();
    if (ofOrder) return noticesOf(ofOrder);
  }
  const [first, second] = await companies.execute();
  return first && !second ? noticesOf(first) : null;
}

/** A company writes its own texts in English, unless it doesn't offer English. */
const noticesOf = <Company extends CompanyLanguage>(company: Company) => {
  const { texts: _, message_frequency: __, languages: ___, ...notices } = company;
  return { ...notices, language: scopeOf(company, []).language };
};

export type LegalNotices = NonNullable<Awaited<ReturnType<typeof findLegalNotices>>>;
