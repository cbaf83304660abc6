import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { App } from "~/boot/app.server";
import { searchTermsOf } from "~/core/search/search-terms";
import { addDays, formatWhen, iso, localDate, startOfDay } from "~/core/time";
import { containsText } from "~/db/contains-text.server";
import { isAnySent, listOutcomesOfOrders } from "~/messages/sending-outcome.server";
import { type CodeSort, type ListCodes, mostResent, type PendingCodes } from "../order-schema";
import { hasNumber, orderMatches } from "../search/order-matches.server";
import { codeHash } from "./make-access-code.server";
import { patientPageAddresses } from "./patient-page-addresses";

// The index of numbers finds nothing for fewer characters.
const isIndexed = (typed: string) => Array.from(typed).length >= 3;

function liveCodes({ reads, clock }: Pick<App, "reads" | "clock">, database: string | undefined) {
  const query = reads
    .selectFrom("access_codes")
    .innerJoin("orders", "orders.id", "access_codes.order_id")
    .where("access_codes.ended_at", "is", null)
    .where("access_codes.expires_at", ">", clock.now());
  return database === undefined ? query : query.where("orders.brightree_db", "=", database);
}

export async function countLiveCodes(app: App, database: string | undefined): Promise<number> {
  const { codes } = await liveCodes(app, database)
    .select((eb) => eb.fn.countAll<number>().as("codes"))
    .executeTakeFirstOrThrow();
  return codes;
}

export async function listLiveCodes(app: App, { db, cursor, limit }: ListCodes) {
  let query = liveCodes(app, db).select([
    "access_codes.id",
    "access_codes.code_sealed",
    "access_codes.email",
    "access_codes.phone",
    "access_codes.created_at",
    "access_codes.sent_at",
    "access_codes.order_id",
    "orders.patient_id",
    "orders.patient_name",
    "orders.brightree_db",
  ]);
  if (cursor !== undefined) query = query.where("access_codes.id", "<", cursor);
  const found = await query
    .orderBy("access_codes.id", "desc")
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit).map(({ code_sealed, created_at, sent_at, ...row }) => ({
    ...row,
    code: app.secrets.open(code_sealed),
    created_at: iso(created_at),
    sent_at: iso(sent_at ?? created_at),
  }));
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last?.id ?? null };
}

const sentAt = sql<number>`coalesce(access_codes.sent_at, access_codes.created_at)`;
const openedAt = sql<number | null>`(select last_opened_at from link_codes
  where link_codes.order_id = access_codes.order_id)`;

const sortKeys: Record<CodeSort, RawBuilder<unknown>> = {
  sent: sentAt,
  expires: sql`access_codes.expires_at`,
  opened: openedAt,
  patient: sql`orders.patient_id`,
  db: sql`orders.brightree_db`,
};

function whereFound(app: Pick<App, "secrets">, typed: string): RawBuilder<SqlBool> {
  const terms = searchTermsOf(typed);
  const conditions = [
    ...orderMatches(typed, terms),
    containsText("access_codes.email", typed),
    ...(terms.digits ? [containsText("access_codes.phone", terms.digits)] : []),
    ...(isIndexed(typed) ? [hasNumber(typed)] : []),
    ...(/^\d{6}$/.test(typed) ? [sql<SqlBool>`access_codes.code_hash = ${codeHash(app, typed)}`] : []),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** The codes that match the page's filters. @param zone the user's zone, which decides when a day ends */
function matching(app: App, { db, search, expires, opened }: Partial<PendingCodes>, zone: string) {
  let query = liveCodes(app, db);
  if (search) query = query.where(whereFound(app, search));
  if (opened) query = query.where(openedAt, opened === "no" ? "is" : "is not", null);
  if (expires) {
    const today = localDate(app.clock.now(), zone);
    const [from, to] = { today: [0, 1], tomorrow: [1, 2], week: [0, 8] }[expires];
    query = query
      .where("access_codes.expires_at", ">=", startOfDay(addDays(today, from ?? 0), zone))
      .where("access_codes.expires_at", "<", startOfDay(addDays(today, to ?? 0), zone));
  }
  return query;
}

type CodeFilters = Omit<PendingCodes, "page">;

async function listMatching(
  app: App,
  filters: CodeFilters,
  zone: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const { sort, direction } = filters;
  const rows = await matching(app, filters, zone)
    .leftJoin("link_codes", "link_codes.order_id", "access_codes.order_id")
    .select(["access_codes.id", "access_codes.code_sealed", "access_codes.email", "access_codes.phone"])
    .select([sentAt.as("sent_at"), "access_codes.expires_at", "access_codes.order_id"])
    .select(["link_codes.code_sealed as link", "link_codes.last_opened_at as opened_at"])
    .select(["orders.patient_id", "orders.patient_name", "orders.brightree_db", "orders.sales_order_no"])
    .orderBy(sortKeys[sort], (order) => (direction === "asc" ? order.asc() : order.desc()).nullsLast())
    .orderBy("access_codes.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const outcomes = await listOutcomesOfOrders(
    app,
    "access-code",
    rows.map(({ order_id, sent_at }) => ({ orderId: order_id, since: sent_at })),
  );
  return rows.map(({ code_sealed, link, ...row }) => ({
    ...row,
    /** True if no text or email was written, or none went out, or the provider refused each. */
    isUnsent: !isAnySent(outcomes.get(row.order_id) ?? []),
    code: app.secrets.open(code_sealed),
    link: link && patientPageAddresses(app, app.secrets.open(link)).schedule,
  }));
}

/** One page of live codes with their links, and how many codes the whole list has. */
export async function listPendingCodes(app: App, filters: PendingCodes, zone: string) {
  const offset = (filters.page - 1) * mostResent;
  const rows = await listMatching(app, filters, zone, { limit: mostResent + 1, offset });
  const more = rows.length > mostResent;
  return {
    rows: rows.slice(0, mostResent),
    more,
    total: filters.page === 1 && !more ? rows.length : await countMatching(app, filters, zone),
  };
}

async function countMatching(app: App, filters: CodeFilters, zone: string): Promise<number> {
  const { codes } = await matching(app, filters, zone)
    .select((eb) => eb.fn.countAll<number>().as("codes"))
    .executeTakeFirstOrThrow();
  return codes;
}

const maxExported = 50_000;

/** Every page of the list, for a file. It has no codes and no links, because each opens the patient's page. */
export async function* exportPendingCodes(app: App, filters: CodeFilters, zone: string) {
  for (let offset = 0; offset < maxExported; offset += mostResent) {
    const rows = await listMatching(app, filters, zone, { limit: mostResent, offset });
    if (rows.length > 0) {
      yield rows.map(({ email, phone, patient_id, patient_name, brightree_db, sales_order_no, ...row }) => ({
        email,
        phone,
        patient_id,
        patient_name,
        brightree_db,
        sales_order_no,
        sent_at: row.isUnsent ? "Not sent" : formatWhen(row.sent_at, zone),
        expires_at: formatWhen(row.expires_at, zone),
        opened_at: row.opened_at && formatWhen(row.opened_at, zone),
      }));
    }
    if (rows.length < mostResent) return;
  }
}
