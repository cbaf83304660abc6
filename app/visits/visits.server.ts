import { type InferResult, sql } from "kysely";
import { languageOf } from "~/core/language/spoken-language";
import { hour } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { kindNoteOf } from "~/kinds/kind-note";
import { isUsual } from "~/kinds/kinds.server";
import { patientZoneOf } from "./patient-zone.server";
import type { Visit } from "./visit";

/** Cross joins make SQLite keep this join order. Otherwise it would start from companies and sort all visits. */
export const selectVisits = (db: Db) =>
  db
    .selectFrom("visits")
    .crossJoin("orders")
    .crossJoin("databases")
    .crossJoin("companies")
    .crossJoin("therapists")
    .whereRef("orders.id", "=", "visits.order_id")
    .whereRef("databases.name", "=", "orders.brightree_db")
    .whereRef("companies.id", "=", "databases.company_id")
    .whereRef("therapists.id", "=", "visits.therapist_id")
    .leftJoin("visit_kinds", "visit_kinds.id", "visits.kind_id")
    .leftJoin("places", "places.id", "visits.place_id")
    .select([
      "visits.id",
      "visits.order_id",
      "visits.therapist_id",
      "visits.class_id",
      "therapists.name as therapist",
      "therapists.timezone",
      "therapists.region",
      "visits.start_at",
      "visits.end_at",
      "visits.status",
      "visits.visit_type",
      "visits.meeting_link",
      "visits.version",
      "visits.patient_zone",
      "orders.visit_zone",
      "orders.other_zone",
      "orders.state",
      "orders.patient_id",
      "orders.patient_name",
      "orders.brightree_db",
      "orders.sales_order_no",
      "companies.name as company",
      sql<number>`coalesce(visit_kinds.link_template, companies.link_template) is not null`.as("makes_link"),
      "visits.submitted_at",
      "visits.confirmed_at",
      "visits.confirm_by",
      "orders.language",
      "orders.chosen_language",
      "orders.interpreter",
      "visits.interpreter_arranged",
      "visits.interpreter_note",
      "visits.patient_confirmed_at",
      "visits.change_asked_at",
      "visits.equipment_missing_at",
      "visits.completed_at",
      "visits.no_show_at",
      "visits.cancelled_at",
      "visits.no_show_reason",
      "visits.cancel_reason",
      "visits.late_minutes",
      "visits.call_me",
      "visits.therapist_late_minutes",
      "visits.therapist_late_at",
      "visits.therapist_late_sent",
      "visits.kind_id",
      "visits.place_id",
      "visits.buffer_before",
      "visits.buffer_after",
      "visit_kinds.name as kind",
      "visit_kinds.name_es as kind_es",
      "visit_kinds.mode",
      "visit_kinds.is_default",
      "visit_kinds.hands_over_equipment",
      "visit_kinds.length",
      "visit_kinds.ready",
      "visit_kinds.ready_es",
      "places.name as place",
      "places.address as place_address",
      "places.timezone as place_zone",
      "places.phone as place_phone",
      "places.directions",
      "places.directions_es",
      "places.latitude",
      "places.longitude",
      "orders.zip",
    ]);

type VisitQuery = ReturnType<typeof selectVisits>;

const visitOf = (found: InferResult<VisitQuery>[number]): Visit => {
  // One destructuring, because each one copies the row, and a long list has hundreds.
  const {
    state,
    chosen_language,
    other_zone,
    kind,
    kind_es,
    is_default,
    hands_over_equipment,
    length,
    ready,
    ready_es,
    place,
    place_address,
    place_zone,
    place_phone,
    directions,
    directions_es,
    latitude,
    longitude,
    ...row
  } = found;
  const mode = row.mode ?? "video";
  // At a place, its hour counts. The hour where the patient said they will be is shown next to it.
  const ownZone = row.place_id !== null && row.visit_zone !== row.patient_zone ? row.visit_zone : null;
  const { buffer_before, buffer_after, language } = row;
  const kindIsUsual =
    is_default === null ||
    length === null ||
    isUsual({ is_default, mode, length, buffer_before, buffer_after });
  return {
    ...row,
    mode,
    makes_link: row.makes_link === 1,
    kind: kind ?? "",
    shown_type: kind === null || is_default === 1 ? row.visit_type : kind,
    kind_es: kind_es ?? "",
    isUsual: kindIsUsual,
    kind_note: kindNoteOf({
      mode,
      kind: kind ?? "",
      isDefault: is_default !== 0,
      place: place === null ? null : { name: place },
      zip: row.zip,
    }),
    handsOver: hands_over_equipment === 1,
    ready: ready || ready_es ? { en: ready, es: ready_es } : null,
    place:
      place === null
        ? null
        : {
            name: place,
            address: place_address ?? "",
            zone: place_zone ?? "",
            phone: place_phone,
            directions: { en: directions, es: directions_es },
            latitude,
            longitude,
          },
    patient_zone: patientZoneOf(found),
    // A visit from before the patient's choice is in another zone.
    other_zone: row.visit_zone !== null && row.visit_zone === row.patient_zone ? other_zone : ownZone,
    language: languageOf({ language, chosen_language }),
    interpreter_arranged: row.interpreter_arranged === 1,
    patient_confirmed: row.patient_confirmed_at !== null,
    change_asked: row.change_asked_at !== null,
    // A visit by phone is one that the patient doesn't join.
    call_me: row.call_me === 1 || mode === "phone",
  };
};

export const executeVisits = async (query: VisitQuery): Promise<Visit[]> =>
  (await query.execute()).map(visitOf);

const findFirst = async (query: VisitQuery): Promise<Visit | undefined> =>
  (await executeVisits(query.limit(1)))[0];

export function findVisit(db: Db, id: number): Promise<Visit | undefined> {
  return findFirst(selectVisits(db).where("visits.id", "=", id));
}

export function listVisitsById(db: Db, ids: readonly number[]): Promise<Visit[]> {
  return executeVisits(
    selectVisits(db).where("visits.id", "in", ids).orderBy("visits.start_at").orderBy("visits.id"),
  );
}

const activeOf = prepared((db, { order }: { order: number }) =>
  selectVisits(db).where("visits.order_id", "=", order).where("visits.status", "in", activeStatuses),
);

export async function findActiveVisit(db: Db, orderId: number): Promise<Visit | undefined> {
  const [row] = await activeOf(db, { order: orderId });
  return row && visitOf(row);
}

const activeOrNewestOf = prepared((db, { order }: { order: number }) =>
  selectVisits(db)
    .where("visits.order_id", "=", order)
    .orderBy((eb) => eb("visits.status", "in", activeStatuses), "desc")
    .orderBy("visits.id", "desc")
    .limit(1),
);

export async function findActiveOrNewestVisit(db: Db, orderId: number): Promise<Visit | undefined> {
  const [row] = await activeOrNewestOf(db, { order: orderId });
  return row && visitOf(row);
}

const latestOf = prepared((db, { order }: { order: number }) =>
  selectVisits(db)
    .where("visits.order_id", "=", order)
    .where("visits.status", "<>", "cancelled")
    .orderBy("visits.id", "desc")
    .limit(1),
);

export async function findLatestVisit(db: Db, orderId: number): Promise<Visit | undefined> {
  const [row] = await latestOf(db, { order: orderId });
  return row && visitOf(row);
}

export function findNewestVisit(db: Db, orderId: number): Promise<Visit | undefined> {
  return findFirst(selectVisits(db).where("visits.order_id", "=", orderId).orderBy("visits.id", "desc"));
}

interface VisitFilter {
  therapistId?: number | undefined;
  statuses?: readonly string[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  newestFirst?: boolean | undefined;
}

/** Selects the IDs of one page first, so that only that page is joined. */
export function listVisits(db: Db, filter: VisitFilter): Promise<Visit[]> {
  const { therapistId, statuses, from, to } = filter;
  const direction = filter.newestFirst ? "desc" : "asc";
  let ids = db.selectFrom("visits").select("visits.id");
  if (therapistId !== undefined) ids = ids.where("visits.therapist_id", "=", therapistId);
  if (statuses) {
    // The plus sign makes SQLite use the therapist index, which is already sorted by start.
    const status = therapistId === undefined ? sql`visits.status` : sql`+visits.status`;
    ids = ids.where(sql<boolean>`${status} in (${sql.join(statuses)})`);
  }
  if (from !== undefined) ids = ids.where("visits.start_at", ">=", from);
  if (to !== undefined) ids = ids.where("visits.start_at", "<", to);
  ids = ids
    .orderBy("visits.start_at", direction)
    .orderBy("visits.id", direction)
    .limit(filter.limit ?? 200)
    .offset(filter.offset ?? 0);
  return executeVisits(
    selectVisits(db)
      .where("visits.id", "in", ids)
      .orderBy("visits.start_at", direction)
      .orderBy("visits.id", direction),
  );
}

export function listClashes(
  db: Db,
  {
    before = 0,
    after = 0,
    ...span
  }: { therapistId: number; start: number; end: number; except?: number; before?: number; after?: number },
): Promise<Visit[]> {
  const [from, to] = [span.start - before, span.end + after];
  return executeVisits(
    selectVisits(db)
      .where("visits.therapist_id", "=", span.therapistId)
      .where("visits.status", "in", activeStatuses)
      // Bounds for the index; a buffer lasts at most two hours.
      .where("visits.start_at", "<", to + 2 * hour)
      .where("visits.end_at", ">", from - 2 * hour)
      .where(sql<boolean>`visits.start_at - visits.buffer_before < ${to}`)
      .where(sql<boolean>`visits.end_at + visits.buffer_after > ${from}`)
      .where("visits.id", "<>", span.except ?? 0)
      .orderBy("visits.start_at"),
  );
}
