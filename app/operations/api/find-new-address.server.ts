import type { App } from "~/boot/app.server";
import { listMovingCompanies } from "~/company/moving-companies.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { withoutSurroundings } from "~/core/link-code";
import { Refusal } from "~/core/refusal";
import { hashToken } from "~/core/secrets.server";
import { second } from "~/core/time";
import type { Db } from "~/db/open.server";
import { sessionsOf } from "~/http/access/session.server";
import type { RouteArgs } from "~/http/route-args.server";
import { findOrderByLink } from "~/orders/access/link-code.server";
import { offerHash } from "~/orders/access/send-code.server";

const ownPaths = /^\/(healthz|readyz|metrics|logout|language|company-logo\/.*)$/;

/**
 * The new address of the moved company that a request is about, by a patient's link, a calendar feed, or the session of
 * a patient or therapist. Null for everything else, and for users who work for several companies.
 */
export async function findNewAddress(args: RouteArgs): Promise<string | null> {
  const { request, context } = args;
  const url = new URL(request.url);
  if (ownPaths.test(url.pathname)) return null;
  const moved = await listMoved(context.app);
  if (moved.size === 0) return null;
  context.formTargets = [...moved.values()];
  const company = (await companyOfAddress(context.app, url)) ?? (await companyOfSession(args));
  return company === null ? null : (moved.get(company) ?? null);
}

type Addresses = ReadonlyMap<number, string>;

const nothing: Addresses = new Map();
const known = new WeakMap<App["config"], { at: number; moved: Addresses }>();

/** The new addresses by company. Asked once a second, because most installations never move a company. */
async function listMoved({ config, reads }: App): Promise<Addresses> {
  const last = known.get(config);
  const now = performance.now();
  if (last && now - last.at < second) return last.moved;
  try {
    const companies = await listMovingCompanies(reads);
    const moved = new Map(
      companies.flatMap(({ id, moved_to }) => (moved_to === null ? [] : [[id, moved_to] as const])),
    );
    known.set(config, { at: now, moved });
    return moved;
  } catch {
    // The page itself reports a database that can't be read.
    return last?.moved ?? nothing;
  }
}

async function companyOfAddress(app: App, { pathname, searchParams }: URL): Promise<number | null> {
  const { reads } = app;
  const [, , code = searchParams.get("code")] =
    /^\/(?:schedule|track|api\/shortlink\/(?:timeline|bootstrap-schedule))(\/([^/]+))?$/.exec(pathname) ?? [];
  if (code) return companyOfLink(app, code.replace(/^\//, ""));
  const [, token] = /^\/(?:api\/offers|offer)\/([^/]+)/.exec(pathname) ?? [];
  if (token) {
    const offer = await reads
      .selectFrom("offers")
      .select("order_id")
      .where("code_hash", "=", offerHash(app, decodeURIComponent(token)))
      .executeTakeFirst();
    return offer ? companyOfOrder(reads, offer.order_id) : null;
  }
  const [, file] = /^\/calendar\/([^/]+)$/.exec(pathname) ?? [];
  if (file) {
    const feed = await reads
      .selectFrom("calendar_feeds")
      .innerJoin("therapists", "therapists.id", "calendar_feeds.therapist_id")
      .select("therapists.company_id")
      .where("calendar_feeds.token_hash", "=", hashToken(withoutSurroundings(file)))
      .executeTakeFirst();
    return feed?.company_id ?? null;
  }
  const database = searchParams.get("db");
  if (!database || !searchParams.has("pid")) return null;
  const known = await reads
    .selectFrom("databases")
    .select("company_id")
    .where("name", "=", database)
    .executeTakeFirst();
  return known?.company_id ?? null;
}

async function companyOfLink(app: App, code: string): Promise<number | null> {
  try {
    const order = await findOrderByLink(app.reads, app, decodeURIComponent(code));
    return order ? companyOfOrder(app.reads, order.id) : null;
  } catch (error) {
    // The link of a removed helper.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function companyOfOrder(reads: Db, orderId: number): Promise<number | null> {
  const order = await ordersWithCompany(reads)
    .select("companies.id")
    .where("orders.id", "=", orderId)
    .executeTakeFirst();
  return order?.id ?? null;
}

async function companyOfSession(args: RouteArgs): Promise<number | null> {
  const [who] = await sessionsOf(args);
  const { reads } = args.context.app;
  if (who?.kind === "patient") return companyOfOrder(reads, who.orderId);
  if (!who || who.therapistId === null || who.roles.some((role) => role !== "therapist")) return null;
  const therapist = await reads
    .selectFrom("therapists")
    .select("company_id")
    .where("id", "=", who.therapistId)
    .executeTakeFirst();
  return therapist?.company_id ?? null;
}
