import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import type { Row } from "~/db/tables";
import type { CompanyContact, PageCompany } from "~/ui/page-context";
import { ordersWithCompany } from "./orders-with-company.server";
import { type CompanyLanguage, companyLanguageColumns, patientLanguageColumns } from "./patient-language";

export type Company = Row<"companies">;

const missing = () => new Refusal("missing", "Company not found.");

/** Finds a company by name, or the only company. @throws Refusal */
export async function findCompany(db: Db, name?: string): Promise<Company> {
  const companies = db.selectFrom("companies").selectAll().orderBy("id");
  if (name) return companies.where("name", "=", name).executeTakeFirstOrThrow(missing);
  const [first, second] = await companies.limit(2).execute();
  if (!first) throw missing();
  if (second) throw new Refusal("invalid", "There are several companies. Add ?company= with a name.");
  return first;
}

export async function listCompanyNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("companies").select("name").orderBy("name").limit(500).execute();
  return sortedByName(rows).map(({ name }) => name);
}

/** True if the order's patient can book without agreeing to texts. */
export async function isSmsOptional(db: Db, orderId: number): Promise<boolean> {
  const company = await ordersWithCompany(db)
    .select("companies.sms_optional")
    .where("orders.id", "=", orderId)
    .executeTakeFirst();
  return company?.sms_optional === 1;
}

export async function listCompaniesThatRequireTexts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("companies")
    .select("name")
    .where("sms_optional", "=", 0)
    .orderBy("name")
    .limit(20)
    .execute();
  return sortedByName(rows).map(({ name }) => name);
}

/** The company and language of a page's reader. Unknown values are null. */
export interface PageReader {
  company: PageCompany | null;
  chosenLanguage: string | null;
  orderLanguage: string | null;
  /** The company's languages and wording; null without a company. */
  reading: CompanyLanguage | null;
}

const contactColumns = ["companies.name", "companies.phone", "companies.support_hours"] as const;

const pageColumns = [
  "companies.id",
  ...contactColumns,
  "companies.shows_regions",
  "company_logos.hash",
  "company_logos.width",
  "company_logos.height",
] as const;

const contactOfOrder = prepared((db, { orderId }: { orderId: number }) =>
  ordersWithCompany(db)
    .leftJoin("company_logos", "company_logos.company_id", "companies.id")
    .select([...pageColumns, ...patientLanguageColumns])
    .where("orders.id", "=", orderId),
);

/** The most companies whose phone numbers are listed for a patient who isn't signed in. */
const mostListed = 4;

const contactsWithPhone = prepared((db) =>
  db
    .selectFrom("companies")
    .select(contactColumns)
    .where("phone", "is not", null)
    .orderBy("name")
    .limit(mostListed + 1),
);

/** Companies to call for help with signing in. Empty if there are too many to choose from. */
export async function listContacts(db: Db): Promise<CompanyContact[]> {
  const contacts = await contactsWithPhone(db, {});
  return contacts.length > mostListed ? [] : sortedByName(contacts);
}

const contactOfCompany = prepared((db, { companyId }: { companyId: number }) =>
  db
    .selectFrom("companies")
    .leftJoin("company_logos", "company_logos.company_id", "companies.id")
    .select([...pageColumns, ...companyLanguageColumns])
    .where("companies.id", "=", companyId),
);

const firstContacts = prepared((db) =>
  db
    .selectFrom("companies")
    .leftJoin("company_logos", "company_logos.company_id", "companies.id")
    .select([...pageColumns, ...companyLanguageColumns])
    .orderBy("companies.id")
    .limit(2),
);

/**
 * Finds the reader of an order's page. Without an order, uses the company that the browser remembers, or else the
 * only company.
 */
export async function findPageReader(
  db: Db,
  orderId: number | null,
  companyId: number | null = null,
): Promise<PageReader> {
  if (orderId !== null) {
    const [found] = await contactOfOrder(db, { orderId });
    if (found) {
      const { chosen_language: chosenLanguage, language: orderLanguage } = found;
      return { company: contactOf(found), chosenLanguage, orderLanguage, reading: found };
    }
  }
  const known = companyId === null ? [] : await contactOfCompany(db, { companyId });
  const [first, second] = known.length > 0 ? known : await firstContacts(db, {});
  const none = { chosenLanguage: null, orderLanguage: null };
  return first && !second
    ? { company: contactOf(first), reading: first, ...none }
    : { company: null, reading: null, ...none };
}

interface PageColumns extends CompanyContact {
  id: number;
  shows_regions: number;
  hash: string | null;
  width: number | null;
  height: number | null;
}

const contactOf = ({ id, name, phone, support_hours, shows_regions, ...logo }: PageColumns): PageCompany => ({
  id,
  name,
  phone,
  support_hours,
  showsRegions: shows_regions === 1,
  logo: logo.hash === null ? null : { hash: logo.hash, width: logo.width ?? 0, height: logo.height ?? 0 },
});

/** The company of an order. Without an order, the only company; null if there are several. */
export const findCompanyContact = async (db: Db, orderId: number | null): Promise<CompanyContact | null> =>
  (await findPageReader(db, orderId)).company;

/** Companies whose profile lacks information that patients must be able to find. */
export async function listIncompleteCompanies(db: Db) {
  return db
    .selectFrom("companies")
    .select(["id", "name", "phone", "privacy_notice"])
    .where((eb) =>
      eb.or([
        eb("phone", "is", null),
        eb("privacy_notice", "is", null),
        eb(sql<string>`trim(name)`, "=", ""),
      ]),
    )
    .where("moved_to", "is", null)
    .orderBy("name")
    .limit(20)
    .execute();
}

const navigation = prepared((db) =>
  db.selectNoFrom((eb) => [
    eb
      .exists(eb.selectFrom("companies").select("id").where("first_nights", "=", sql.lit(1)))
      .as("followsNights"),
    eb
      .exists(
        eb
          .selectFrom("visit_kinds")
          .select("id")
          .where("mode", "=", sql.lit("class" as const))
          .where("active", "=", sql.lit(1)),
      )
      .as("hasClasses"),
  ]),
);

export async function findNavigation({
  reads,
  isDamaged,
}: Pick<App, "reads" | "isDamaged">): Promise<{ followsNights: boolean; hasClasses: boolean }> {
  try {
    const [found] = await navigation(reads, {});
    return { followsNights: Boolean(found?.followsNights), hasClasses: Boolean(found?.hasClasses) };
  } catch (error) {
    // Every staff page asks this. Pages that need nothing of the damaged part still open.
    if (isDamaged()) return { followsNights: false, hasClasses: false };
    throw error;
  }
}
