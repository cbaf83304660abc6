import { type RawBuilder, type SqlBool, sql } from "kysely";
import { phrase, type SearchTerms } from "~/core/search/search-terms";
import { containsText } from "~/db/contains-text.server";

/** A condition on `orders`. The triggers `orders_fts_*` keep the search index `orders_fts` equal to the orders. */
export type OrderCondition = RawBuilder<SqlBool>;

/** The phone number starts or ends with these digits. @param digits at least four, without +1 */
export const hasPhone = (digits: string): OrderCondition => sql`orders.id in (
  select id from orders where phone >= ${`+1${digits}`} and phone < ${`+1${digits}:`}
  union select id from orders where substr(phone, -4) = ${digits.slice(-4)} and phone like ${`%${digits}`})`;

function hasName(words: readonly string[]): OrderCondition {
  // The trigram index can't match fewer than three characters.
  const indexed = words.filter((word) => Array.from(word).length >= 3);
  const others = words.filter((word) => !indexed.includes(word));
  const match = `patient_name : (${indexed.map((word) => phrase(word)).join(" AND ")})`;
  const tests = [
    ...(indexed.length > 0
      ? [sql`orders.id in (select rowid from orders_fts where orders_fts match ${match})`]
      : []),
    ...others.map((word) => containsText("orders.patient_name", word)),
  ];
  return sql`(${sql.join(tests, sql` and `)})`;
}

/** The sales order number or the patient ID contains these characters. @param part at least three */
export const hasNumber = (part: string): OrderCondition => sql`orders.id in (
  select rowid from orders_fts where orders_fts match ${`{sales_order_no patient_id} : ${phrase(part)}`})`;

/** One condition for each meaning that the text can have: order or patient number, phone, date of birth, or name. */
export function orderMatches(
  typed: string,
  { digits, patientId, birthDates }: SearchTerms,
): OrderCondition[] {
  return [
    // The index of order numbers starts with the database.
    sql`orders.brightree_db in (select name from databases) and orders.sales_order_no = ${typed}`,
    ...(patientId === null ? [] : [sql<SqlBool>`orders.patient_id = ${patientId}`]),
    ...(digits ? [hasPhone(digits)] : []),
    ...(birthDates.length > 0 ? [sql<SqlBool>`orders.dob in (${sql.join(birthDates)})`] : []),
    ...(/\p{L}/u.test(typed) ? [hasName(nameWordsOf(typed))] : []),
  ];
}

// Keeps punctuation, so that a search for "%" finds nothing.
const nameWordsOf = (typed: string): string[] => typed.split(/[\s,]+/).filter((word) => word !== "");
