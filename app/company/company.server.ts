import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

export type Company = Row<"companies">;

/** The JSON shape of a company. */
export const companyView = ({ id: _, ...profile }: Company) => profile;

const missing = () => new Refusal("missing", "There is no company with this name.");

/**
 * A company by name, or the only one.
 *
 * @throws Refusal "missing" for an unknown name; "invalid" without a name where there are several
 */
export async function findCompany(db: Db, name?: string): Promise<Company> {
  const companies = db.selectFrom("companies").selectAll().orderBy("id");
  if (name) {
    const company = await companies.where("name", "=", name).executeTakeFirst();
    if (!company) throw missing();
    return company;
  }
  const [first, second] = await companies.limit(2).execute();
  if (!first) throw missing();
  if (second) throw new Refusal("invalid", "There are several companies. Add ?company= with a name.");
  return first;
}

export async function listCompanyNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("companies").select("name").orderBy("name").limit(500).execute();
  return rows.map(({ name }) => name);
}

/** Companies whose patients lack a name, a phone number, or a privacy notice, each with what is missing. */
export async function listIncompleteCompanies(db: Db): Promise<{ name: string; lacks: string[] }[]> {
  const rows = await db
    .selectFrom("companies")
    .select(["name", "phone", "privacy_notice"])
    .where((of) => of.or([of("phone", "is", null), of("privacy_notice", "is", null)]))
    .orderBy("name")
    .limit(20)
    .execute();
  return rows.map(({ name, phone, privacy_notice }) => ({
    name,
    lacks: [...(phone ? [] : ["phone"]), ...(privacy_notice ? [] : ["privacy notice"])],
  }));
}
