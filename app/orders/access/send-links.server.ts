import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { formatPhone } from "~/core/phone";
import { formatWhen } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { selectConsent } from "~/messages/consent/consents.server";
import { nextTextTimeFrom } from "~/messages/quiet-hours";
import { canSend } from "~/messages/sending-outcome.server";
import { recomputeStep } from "../recompute-step.server";
import { isEarly } from "../step";
import { visibleOrders } from "../visible-orders.server";
import { linkCodeOf } from "./link-code.server";
import { makeAccessCode } from "./make-access-code.server";
import { patientPageAddresses } from "./patient-page-addresses";
import { waitForProviders, whyUnsent } from "./resend-codes.server";
import { sendCode } from "./send-code.server";

/** How an order's first link reaches the patient. `none`: only staff can give it to them. */
type LinkWay = "text" | "email" | "none";

type LinkOrder = Pick<Row<"orders">, "id" | "patient_id" | "patient_name" | "brightree_db" | "step"> &
  Pick<Row<"orders">, "phone" | "email">;

interface LinkPlan extends LinkOrder {
  way: LinkWay;
  /** Why neither a text nor an email can be sent. */
  reason: string | null;
  /** True if a text would wait until quiet hours end. */
  waits: boolean;
}

/** The open orders among these without a visit and without a link that was given to the patient. */
const withoutLink = (db: Db, who: Staff, ids: readonly number[]) =>
  visibleOrders(db, who)
    .where("id", "in", sql<number>`(select value from json_each(${JSON.stringify(ids)}))`)
    .where("closed_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("link_codes")
            .select("order_id")
            .whereRef("link_codes.order_id", "=", "orders.id")
            .where("link_codes.sent_at", "is not", null),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("visits")
            .select("visits.id")
            .whereRef("visits.order_id", "=", "orders.id")
            .where("visits.status", "in", activeStatuses),
        ),
      ),
    );

/** How many of these orders `planLinks` would plan a link for. */
export async function countWithoutLink(db: Db, who: Staff, ids: readonly number[]): Promise<number> {
  const { count } = await withoutLink(db, who, ids)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** How each of these orders without a link would get one, in the order of the IDs. */
export async function planLinks(
  db: Db,
  app: Pick<App, "config" | "clock">,
  { who, ids }: { who: Staff; ids: readonly number[] },
): Promise<LinkPlan[]> {
  const rows = await withoutLink(db, who, ids)
    .select([
      "id",
      "patient_id",
      "patient_name",
      "brightree_db",
      "step",
      "phone",
      "email",
      "updates",
      "state",
    ])
    .select(selectConsent.as("consent"))
    .select(
      sql<number>`exists (select 1 from threads where phone = orders.phone and hold is not null)`.as(
        "on_hold",
      ),
    )
    .execute();
  const now = app.clock.now();
  const nextTime = nextTextTimeFrom(now, app.config.textHours);
  const byId = new Map(
    rows.map(({ consent, on_hold, updates, state, ...order }) => {
      const reach = wayOf(app, { ...order, updates, isStopped: consent === 0, isOnHold: on_hold === 1 });
      const waits = reach.way === "text" && nextTime(state, order.phone) > now;
      return [order.id, { ...order, ...reach, waits }];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface Reach extends Pick<Row<"orders">, "phone" | "email" | "updates"> {
  isStopped: boolean;
  isOnHold: boolean;
}

function wayOf(app: Pick<App, "config">, reach: Reach): Pick<LinkPlan, "way" | "reason"> {
  const { phone, email, updates, isStopped, isOnHold } = reach;
  if (updates === "phone") return { way: "none", reason: "The patient asked for phone calls." };
  const mayText = phone !== null && !isStopped && !isOnHold;
  if (mayText && canSend(app, "sms")) return { way: "text", reason: null };
  if (email !== null && canSend(app, "email")) return { way: "email", reason: null };
  if (phone === null && email === null) return { way: "none", reason: "No phone number or email address." };
  if (mayText && email !== null) return { way: "none", reason: "Texts and email aren't set up." };
  if (mayText) return { way: "none", reason: "Texts aren't set up." };
  if (email !== null) return { way: "none", reason: "Email isn't set up." };
  if (isOnHold) return { way: "none", reason: "The phone number is on hold." };
  return { way: "none", reason: "The patient opted out of texts." };
}

export interface LinkCounts {
  text: number;
  email: number;
  none: number;
  /** Texts that wait until quiet hours end. */
  waiting: number;
  /** Orders before step 4, Ready to Schedule. */
  early: number;
}

export const countLinks = (plans: readonly LinkPlan[]): LinkCounts => ({
  text: plans.filter(({ way }) => way === "text").length,
  email: plans.filter(({ way }) => way === "email").length,
  none: plans.filter(({ way }) => way === "none").length,
  waiting: plans.filter(({ waits }) => waits).length,
  early: plans.filter(isEarly).length,
});

export interface LinkResult extends Pick<LinkOrder, "id" | "patient_id" | "patient_name"> {
  state: "sent" | "waiting" | "unsent" | "left out";
  /** Unless it was sent. */
  reason: string | null;
}

/**
 * Sends each order's first link and code, each in its own short transaction. For patients whom no message can reach, makes
 * them, so that staff can give them out. An order that got a link or a visit in the meantime is left out, so sending the
 * form twice sends nothing twice. Texts wait in quiet hours.
 * @returns the outcome of each order after at most three seconds
 */
export async function sendLinks(
  app: App,
  who: Staff,
  { ids, zone }: { ids: readonly number[]; zone: string },
): Promise<LinkResult[]> {
  const since = app.clock.now();
  const done = new Map<number, LinkPlan>();
  for (const id of ids) {
    const plan = await app.db.transaction().execute((trx) => giveLink({ trx, app, who }, id));
    if (plan) done.set(id, plan);
  }
  const sent = [...done.values()].filter(({ way }) => way !== "none").map(({ id }) => id);
  const waiting = await waitForProviders(app, sent, since);
  const results: LinkResult[] = [];
  for (const { id, patient_id, patient_name } of await listLeftOut(app.reads, { who, ids, done })) {
    const reason = "It has a link or a visit by now, or it was closed.";
    results.push({ id, patient_id, patient_name, state: "left out", reason });
  }
  for (const { id, patient_id, patient_name, way, reason } of done.values()) {
    const order = { id, patient_id, patient_name };
    const due = waiting.get(id);
    if (way === "none") results.push({ ...order, state: "unsent", reason });
    else if (due !== undefined) {
      results.push({ ...order, state: "waiting", reason: `The text waits until ${formatWhen(due, zone)}.` });
    } else {
      const why = await whyUnsent(app, id, { since, waiting, zone });
      results.push({ ...order, state: why === null ? "sent" : "unsent", reason: why });
    }
  }
  const counts = { chosen: ids.length, queued: sent.length, made: done.size - sent.length };
  await app.db.transaction().execute((trx) => logAudit({ trx, app, who }, "codes.sent", null, counts));
  return results;
}

/** @returns null if the order needs no link anymore */
async function giveLink({ trx, app, who }: Tx<Staff>, id: number): Promise<LinkPlan | null> {
  const [plan] = await planLinks(trx, app, { who, ids: [id] });
  if (!plan) return null;
  const { way, phone, email } = plan;
  const to = way === "email" ? { phone: null, email } : { phone, email: way === "none" ? email : null };
  const { code, expiresAt } = await makeAccessCode({ trx, app }, id, to);
  if (way === "none") {
    const now = app.clock.now();
    await linkCodeOf({ trx, app }, id);
    await trx.updateTable("link_codes").set({ sent_at: now }).where("order_id", "=", id).execute();
    await recomputeStep(trx, id, now);
    await logAudit({ trx, app, who }, "code.made", `order ${id}`);
    return plan;
  }
  await sendCode({ trx, app }, { orderId: id, code, expiresAt, ...to, isInBulk: true });
  await logAudit({ trx, app, who }, "code.generated", `order ${id}`);
  return plan;
}

function listLeftOut(
  db: Db,
  { who, ids, done }: { who: Staff; ids: readonly number[]; done: ReadonlyMap<number, unknown> },
) {
  const left = ids.filter((id) => !done.has(id));
  return visibleOrders(db, who)
    .select(["id", "patient_id", "patient_name"])
    .where("id", "in", sql<number>`(select value from json_each(${JSON.stringify(left)}))`)
    .execute();
}

export interface GivenLink extends Pick<LinkOrder, "patient_id" | "patient_name"> {
  id: number;
  phone: string | null;
  email: string | null;
  code: string;
  link: string;
  /** Milliseconds UTC. */
  expires_at: number;
}

/** The live codes and the links of these orders, for staff to give out. */
export async function listGivenLinks(app: App, who: Staff, ids: readonly number[]): Promise<GivenLink[]> {
  const rows = await visibleOrders(app.reads, who)
    .innerJoin("access_codes", "access_codes.order_id", "orders.id")
    .innerJoin("link_codes", "link_codes.order_id", "orders.id")
    .select(["orders.id", "orders.patient_id", "orders.patient_name", "orders.phone", "orders.email"])
    .select(["access_codes.code_sealed as code", "access_codes.expires_at"])
    .select("link_codes.code_sealed as link")
    .where("orders.id", "in", sql<number>`(select value from json_each(${JSON.stringify(ids)}))`)
    .where("access_codes.ended_at", "is", null)
    .where("access_codes.expires_at", ">", app.clock.now())
    .orderBy("orders.id")
    .execute();
  return rows.map(({ code, link, phone, ...row }) => ({
    ...row,
    phone: phone && formatPhone(phone),
    code: app.secrets.open(code),
    link: patientPageAddresses(app, app.secrets.open(link)).schedule,
  }));
}

/** The orders that an import added, while they are known: for a day. */
export async function listAddedOrders(db: Db, importId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("import_changes")
    .select("order_id")
    .where("import_id", "=", importId)
    .where("was_added", "=", 1)
    .orderBy("order_id")
    .limit(5000)
    .execute();
  return rows.map(({ order_id }) => order_id);
}
