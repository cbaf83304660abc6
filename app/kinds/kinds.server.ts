import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { strings } from "~/core/strings";
import { minute } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { KindFields, kindOf, type SaveKind } from "./kind-schema";

/** A kind of visit with its place and the therapists who may lead it. Lengths and buffers are in ms. */
export interface Kind extends Row<"visit_kinds"> {
  place: Row<"places"> | null;
  /** Their IDs. Empty if every therapist of the company may lead it. */
  leaders: number[];
}

/** The part of a kind that a booking needs. Lengths and buffers are in ms. */
export interface KindOfVisit
  extends Pick<
    Row<"visit_kinds">,
    "id" | "name" | "mode" | "length" | "buffer_before" | "buffer_after" | "place_id"
  > {
  /** True for a company's default kind if it is by video, of the usual length, and without buffers. */
  isUsual: boolean;
  zip: string | null;
  handsOver: boolean;
  /** The place's IANA zone, in which the visit's times are shown. */
  placeZone: string | null;
}

/** The kind for `listOpenings`. The openings of the usual kind are in `open_slots`. */
export const kindOfOpening = ({ isUsual, id, length, zip }: KindOfVisit) =>
  isUsual ? undefined : { id, length, zip };

/** The columns of a visit of this kind. @param start in ms UTC */
export const visitColumns = (kind: KindOfVisit, start: number) => ({
  kind_id: kind.id,
  place_id: kind.place_id,
  end_at: start + kind.length,
  buffer_before: kind.buffer_before,
  buffer_after: kind.buffer_after,
});

export async function listKinds(db: Db, companyId: number): Promise<Kind[]> {
  const kinds = await db
    .selectFrom("visit_kinds")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("active", "desc")
    .orderBy("is_default", "desc")
    .orderBy("name")
    .execute();
  const places = await listPlaces(db, companyId);
  const leaders = await db
    .selectFrom("visit_kind_therapists")
    .selectAll()
    .where(
      "kind_id",
      "in",
      kinds.map(({ id }) => id),
    )
    .orderBy("therapist_id")
    .execute();
  return kinds.map((kind) => ({
    ...kind,
    place: places.find(({ id }) => id === kind.place_id) ?? null,
    leaders: leaders.filter((row) => row.kind_id === kind.id).map((row) => row.therapist_id),
  }));
}

export async function haveHomeVisits(db: Db, companyId?: number): Promise<boolean> {
  let query = db.selectFrom("visit_kinds").select("id").where("mode", "=", "home").where("active", "=", 1);
  if (companyId !== undefined) query = query.where("company_id", "=", companyId);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** @throws Refusal "missing" */
export async function findKind(db: Db, id: number): Promise<Kind> {
  const row = await db.selectFrom("visit_kinds").select("company_id").where("id", "=", id).executeTakeFirst();
  const kind = row && (await listKinds(db, row.company_id)).find((each) => each.id === id);
  if (!kind) throw new Refusal("missing", "Kind of visit not found.");
  return kind;
}

export const listPlaces = (db: Db, companyId: number) =>
  db
    .selectFrom("places")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("active", "desc")
    .orderBy("name")
    .execute();

/**
 * The kind of an order's new visit: the given one, or the company's default kind.
 * @throws Refusal "invalid" if the kind is retired, another company's, or can't be booked by patients
 */
export async function requireKind(
  db: Db,
  who: Who,
  { orderId, kindId }: { orderId: number; kindId: number | undefined },
): Promise<KindOfVisit> {
  let query = db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("visit_kinds", "visit_kinds.company_id", "databases.company_id")
    .leftJoin("places", "places.id", "visit_kinds.place_id")
    .select([
      "visit_kinds.id",
      "places.timezone as placeZone",
      "visit_kinds.hands_over_equipment",
      "visit_kinds.name",
      "visit_kinds.is_default",
      "orders.zip",
      "visit_kinds.mode",
      "visit_kinds.length",
      "visit_kinds.buffer_before",
      "visit_kinds.buffer_after",
      "visit_kinds.place_id",
      "visit_kinds.booked_by",
    ])
    .where("orders.id", "=", orderId)
    .where("visit_kinds.active", "=", 1);
  query =
    kindId === undefined
      ? query.where("visit_kinds.is_default", "=", 1)
      : query.where("visit_kinds.id", "=", kindId);
  const kind = await query.executeTakeFirst();
  if (!kind || (who.kind === "patient" && kind.booked_by === "staff")) {
    throw invalidField("kind", strings.kindGone);
  }
  return { ...kind, isUsual: isUsual(kind), handsOver: kind.hands_over_equipment === 1 };
}

type Compared = Pick<Row<"visit_kinds">, "is_default" | "mode" | "length" | "buffer_before" | "buffer_after">;

export const isUsual = (kind: Compared): boolean =>
  kind.is_default === 1 &&
  kind.mode === "video" &&
  kind.length === visitLength &&
  kind.buffer_before === 0 &&
  kind.buffer_after === 0;

/**
 * Adds or changes a kind, for an admin. Booked visits keep their time.
 * @throws Refusal "invalid" for a name that exists or a place or therapist of another company; "conflict" for a kind
 *   that someone else changed; "missing"
 */
export async function saveKind(
  app: App,
  who: Who,
  { id, companyId, ...input }: SaveKind & { id: number | null; companyId: number },
): Promise<number> {
  const { leaders, version, ...values } = input;
  try {
    return await app.db.transaction().execute(async (trx) => {
      await requireOwn(trx, companyId, { placeId: values.place_id, leaders });
      if (id === null) {
        const made = await trx
          .insertInto("visit_kinds")
          .values({ ...values, company_id: companyId })
          .returning("id")
          .executeTakeFirstOrThrow();
        await writeLeaders(trx, made.id, leaders);
        await logAudit({ trx, app, who }, "kind.added", `kind ${made.id}`, { name: values.name });
        return made.id;
      }
      const before = await findKind(trx, id);
      if (before.company_id !== companyId) throw new Refusal("missing", "Kind of visit not found.");
      if (version !== undefined && version !== before.version) {
        throw new Refusal("conflict", "Someone else changed this kind of visit. Reload the page.");
      }
      if (values.active === 0 && before.is_default === 1) {
        throw invalidField(
          "active",
          "The default kind can't be retired. Make another kind the default first.",
        );
      }
      await trx
        .updateTable("visit_kinds")
        .set((eb) => ({ ...values, version: eb("version", "+", 1) }))
        .where("id", "=", id)
        .execute();
      await writeLeaders(trx, id, leaders);
      await logAudit({ trx, app, who }, "kind.changed", `kind ${id}`, { name: values.name });
      return id;
    });
  } catch (error) {
    if (isDuplicate(error, "visit_kinds.company_id, visit_kinds.name")) {
      throw invalidField("name", "Another kind of visit already has this name.");
    }
    throw error;
  }
}

/**
 * Booking without a named kind then books this one, and the openings of the API are for it: the trigger
 * `open_slots_of_changed_kind` counts the open slots again.
 */
export function makeDefaultKind(app: App, who: Who, id: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const kind = await findKind(trx, id);
    if (kind.is_default === 1) return;
    if (kind.active === 0) throw invalidField("id", "A retired kind can't be the default.");
    if (kind.mode === "class") {
      throw invalidField("id", "A class can't be the default, because patients can only take its seats.");
    }
    await trx
      .updateTable("visit_kinds")
      .set({ is_default: 0 })
      .where("company_id", "=", kind.company_id)
      .where("is_default", "=", 1)
      .execute();
    await trx.updateTable("visit_kinds").set({ is_default: 1 }).where("id", "=", id).execute();
    await logAudit({ trx, app, who }, "kind.made-default", `kind ${id}`, { name: kind.name });
  });
}

/**
 * Retires a kind, or lets it be booked again. Booked visits keep it.
 * @throws Refusal "invalid" for retiring the default kind, or for a kind whose place is closed; "missing"
 */
export async function setKindActive(
  app: App,
  who: Who,
  { id, active }: { id: number; active: boolean },
): Promise<void> {
  const kind = await findKind(app.db, id);
  const fields = KindFields.parse({ ...kindView(kind, ""), active });
  await saveKind(app, who, { ...kindOf(fields), id, companyId: kind.company_id });
}

/** A kind without leaders may be led by every therapist of the company. */
async function writeLeaders(trx: Db, kindId: number, leaders: number[]): Promise<void> {
  await trx.deleteFrom("visit_kind_therapists").where("kind_id", "=", kindId).execute();
  if (leaders.length > 0) {
    await trx
      .insertInto("visit_kind_therapists")
      .values(leaders.map((therapist_id) => ({ kind_id: kindId, therapist_id })))
      .execute();
  }
  // Open slots are then counted again by the trigger `open_slots_of_changed_leaders`.
  await trx
    .updateTable("visit_kinds")
    .set((eb) => ({ therapists_version: eb("therapists_version", "+", 1) }))
    .where("id", "=", kindId)
    .execute();
}

async function requireOwn(
  trx: Db,
  companyId: number,
  { placeId, leaders }: { placeId: number | null; leaders: number[] },
): Promise<void> {
  if (placeId !== null) {
    const place = await trx
      .selectFrom("places")
      .select("id")
      .where("id", "=", placeId)
      .where("company_id", "=", companyId)
      .where("active", "=", 1)
      .executeTakeFirst();
    if (!place) throw invalidField("place", "This place doesn't exist or is closed. Choose another one.");
  }
  if (leaders.length === 0) return;
  const { found } = await trx
    .selectFrom("therapists")
    .select(sql<number>`count(*)`.as("found"))
    .where("company_id", "=", companyId)
    .where("id", "in", leaders)
    .executeTakeFirstOrThrow();
  if (found !== leaders.length) {
    throw invalidField("therapists", "Choose therapists of this company.");
  }
}

export async function findCompanyName(db: Db, id: number): Promise<string> {
  const { name } = await db
    .selectFrom("companies")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return name;
}

/** A kind as in the API. Lengths are in minutes. */
export const kindView = (kind: Kind, company: string) => ({
  id: kind.id,
  company,
  name: kind.name,
  name_es: kind.name_es,
  mode: kind.mode,
  length: kind.length / minute,
  buffer_before: kind.buffer_before / minute,
  buffer_after: kind.buffer_after / minute,
  seats: kind.seats,
  place: kind.place_id,
  therapists: kind.leaders,
  booked_by: kind.booked_by,
  ready: kind.ready,
  ready_es: kind.ready_es,
  link_template: kind.link_template,
  hands_over_equipment: kind.hands_over_equipment === 1,
  is_default: kind.is_default === 1,
  active: kind.active === 1,
  version: kind.version,
});
