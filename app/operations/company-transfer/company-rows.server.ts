import { sql } from "kysely";

/** Keys of a company's rows, as subqueries. */
export const databases = (company: number) => sql`(select name from databases where company_id = ${company})`;
export const therapists = (company: number) => sql`(select id from therapists where company_id = ${company})`;
export const orders = (company: number) =>
  sql`(select id from orders where brightree_db in ${databases(company)})`;
export const visits = (company: number) => sql`(select id from visits where order_id in ${orders(company)})`;
export const phones = (company: number) =>
  sql`(select phone from orders where brightree_db in ${databases(company)} and phone is not null
    union select phone from helpers where order_id in ${orders(company)} and phone is not null)`;
export const threads = (company: number) =>
  sql`(select id from threads where brightree_db in ${databases(company)} or (brightree_db is null and phone in ${phones(company)}))`;
export const batches = (company: number) =>
  sql`(select id from slot_batches where therapist_id in ${therapists(company)})`;
