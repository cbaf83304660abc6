import { type RawBuilder, sql } from "kysely";
import { phrase } from "~/core/search/search-terms";
import { hour } from "~/core/time";
import { isIndexed, matchesText } from "../text-search.server";
import { type Filters, hiddenStatuses } from "./calendars-query";

export type VisitFilters = Filters & { db?: string | undefined };

export const whereOfCompany = (name: string) =>
  sql<boolean>`(companies.name = ${name} or databases.name = ${name})`;

// The plus keeps SQLite from using another index.
export const whereOfTherapists = (condition: RawBuilder<unknown>) =>
  sql<boolean>`+visits.therapist_id in (select id from therapists where ${condition})`;

const databasesMatching = (search: string) =>
  sql`(select name from databases where ${matchesText(search, ["databases.name"])})`;

const foundInIndex = (search: string) =>
  sql`(select rowid from orders_fts where orders_fts match ${`{patient_id patient_name} : ${phrase(search)}`})`;

const wherePatient = (search: string) => matchesText(search, ["orders.patient_name", "orders.patient_id"]);

/** A condition on `visits` alone, with all filters except status. Looks up each name once. */
export function matchesFilters(filters: VisitFilters): RawBuilder<boolean> {
  const { search, therapist, region, company, kind, db } = filters;
  const tests = [sql<boolean>`true`];
  if (therapist) tests.push(whereOfTherapists(sql`name = ${therapist}`));
  if (region) tests.push(whereOfTherapists(sql`region = ${region}`));
  if (kind) tests.push(sql`+visits.kind_id in (select id from visit_kinds where name = ${kind})`);
  if (db) tests.push(sql`+visits.brightree_db = ${db}`);
  if (company) {
    tests.push(sql`+visits.brightree_db in (
      select databases.name from databases join companies on companies.id = databases.company_id
      where ${whereOfCompany(company)})`);
  }
  if (search) {
    const ofPatient = isIndexed(search)
      ? sql`+visits.order_id in ${foundInIndex(search)}`
      : sql`exists (select 1 from orders where orders.id = visits.order_id and ${wherePatient(search)})`;
    tests.push(sql`(${whereOfTherapists(matchesText(search, ["therapists.name"]))}
      or +visits.brightree_db in ${databasesMatching(search)} or ${ofPatient})`);
  }
  return sql`(${sql.join(tests, sql` and `)})`;
}

export function matchesOrder(search: string): RawBuilder<boolean> {
  const ofPatient = isIndexed(search) ? sql`orders.id in ${foundInIndex(search)}` : wherePatient(search);
  return sql`(${ofPatient} or orders.brightree_db in ${databasesMatching(search)})`;
}

export function areShown(status: string | undefined): RawBuilder<boolean> {
  return status ? sql`visits.status = ${status}` : sql`visits.status not in (${sql.join(hiddenStatuses)})`;
}

export const whereOnDay = (date: string, filters: Filters) => sql<boolean>`visits.local_date = ${date}
  and ${areShown(filters.status)} and ${matchesFilters(filters)}`;

export const urgentWithin = 72 * hour;

export const whereNeedsConfirmation = (filters: VisitFilters, now: number) =>
  sql<boolean>`visits.status = 'submitted' and visits.start_at >= ${now}
  and visits.start_at <= ${now + urgentWithin} and ${matchesFilters(filters)}`;

/** Matches unconfirmed visits whose patients expect a confirmation by now. */
export const whereOverdue = (filters: VisitFilters, now: number) =>
  sql<boolean>`visits.status = 'submitted' and visits.confirm_by is not null and visits.confirm_by <= ${now}
  and visits.start_at >= ${now} and ${matchesFilters(filters)}`;

export const whereNeedsOutcome = (
  filters: VisitFilters,
  now: number,
) => sql<boolean>`visits.status = 'confirmed'
  and visits.start_at < ${now} and visits.end_at <= ${now} and ${matchesFilters(filters)}`;
