import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { languageOf } from "~/core/language/spoken-language";
import { Refusal } from "~/core/refusal";
import { addDays, localDate, second, startOfDay, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Staff } from "~/core/who";
import { kindNoteOf } from "~/kinds/kind-note";
import { viewOrderMeta } from "~/orders/order-system/order-meta.server";
import { ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { mayRunLate } from "~/visits/late/may-run-late";
import { patientZoneOf } from "~/visits/patient-zone.server";
import { listQuestionnaires } from "~/visits/questions/answers.server";
import { patientClock } from "~/visits/visit-times";
import type { DaySheet, SheetVisit } from "./day-sheet";
import type { DaySheetQuery } from "./day-sheet-schema";

const orderSystemTimeout = 3 * second;

const mostVisits = 50;

/** @throws Refusal "missing" if the user can't see the therapist, or has no therapist profile and chose no therapist */
export async function findDaySheet(app: App, staff: Staff, query: DaySheetQuery): Promise<DaySheet> {
  const id = query.therapist ?? staff.therapistId;
  if (id === null) {
    throw new Refusal("missing", "No therapist record for your email. Contact an administrator.");
  }
  const therapist = await ownTherapistOfId(app.reads, staff, id);
  const zone = zoneOrUtc(therapist.timezone);
  const date = query.date ?? localDate(app.clock.now(), zone);
  const visits = await listVisitsOfDay(app, therapist, {
    from: startOfDay(date, zone),
    to: startOfDay(addDays(date, 1), zone),
  });
  await app.db.transaction().execute((trx) =>
    logAudit({ trx, app, who: staff }, "day-sheet.viewed", `therapist ${therapist.id}`, {
      date,
      visits: visits.map((visit) => visit.id),
    }),
  );
  return {
    therapist: { id: therapist.id, name: therapist.name, zone },
    date,
    previousDate: addDays(date, -1),
    nextDate: addDays(date, 1),
    visits: await withDetails(app, staff, visits),
  };
}

async function listVisitsOfDay(
  app: App,
  { id, timezone }: { id: number; timezone: string },
  { from, to }: { from: number; to: number },
): Promise<VisitOnFile[]> {
  const rows = await app.reads
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .leftJoin("visit_kinds", "visit_kinds.id", "visits.kind_id")
    .leftJoin("places", "places.id", "visits.place_id")
    .select([
      "visits.id",
      "visits.start_at as start",
      "visits.end_at as end",
      "visits.status",
      "visits.visit_type",
      "visits.place_id",
      "visit_kinds.name as kind",
      "visit_kinds.mode",
      "visit_kinds.is_default",
      "places.name as place",
      "places.address",
      "places.phone as place_phone",
      "orders.zip",
      "visits.meeting_link",
      "visits.note",
      "visits.patient_zone",
      "orders.state",
      "orders.patient_name",
      "orders.patient_id",
      "orders.brightree_db",
      "orders.sales_order_no",
      "orders.phone",
      "orders.phone_ext",
      "orders.language",
      "orders.chosen_language",
      "orders.interpreter",
      "visits.interpreter_arranged",
      "visits.interpreter_note",
      "visits.patient_confirmed_at",
      "visits.change_asked_at",
      "visits.late_minutes",
      "visits.call_me",
      "visits.class_id",
      "visits.therapist_late_minutes",
      "visits.therapist_late_at",
      "visits.therapist_late_sent",
    ])
    .where("visits.therapist_id", "=", id)
    .where("visits.status", "in", [...activeStatuses, "completed"])
    .where("visits.start_at", ">=", from)
    .where("visits.start_at", "<", to)
    .orderBy("visits.start_at")
    .limit(mostVisits)
    .execute();
  const questionnaires = await listQuestionnaires(
    app.reads,
    rows.map((visit) => visit.id),
  );
  return rows.map(
    ({ patient_zone: stored, state, chosen_language, patient_confirmed_at, change_asked_at, ...found }) => {
      const { visit_type, kind, is_default, place: name, address, place_phone, ...visit } = found;
      const mode = visit.mode ?? "video";
      const place = name === null ? null : { name, address: address ?? "", phone: place_phone };
      const isDefault = is_default !== 0;
      const patient_zone = patientZoneOf({ patient_zone: stored, state, timezone });
      return {
        ...visit,
        mode,
        place,
        shown_type: kind === null || isDefault ? visit_type : kind,
        kind_note: kindNoteOf({ mode, kind: kind ?? "", isDefault, place, zip: visit.zip }),
        patient_clock: patientClock({ start_at: visit.start, timezone, patient_zone }),
        language: languageOf({ ...visit, chosen_language }),
        interpreter_arranged: visit.interpreter_arranged === 1,
        patient_confirmed: patient_confirmed_at !== null,
        change_asked: change_asked_at !== null,
        questions: questionnaires.get(visit.id) ?? null,
        call_me: visit.call_me === 1,
        may_run_late: mayRunLate({ ...visit, start_at: visit.start, end_at: visit.end }, app.clock.now()),
      };
    },
  );
}

type VisitOnFile = Omit<SheetVisit, "details">;

async function withDetails(app: App, staff: Staff, visits: VisitOnFile[]): Promise<SheetVisit[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), orderSystemTimeout);
  });
  const answers = visits.map((visit) => {
    const order = { db: visit.brightree_db, pid: visit.patient_id, so: visit.sales_order_no ?? undefined };
    return viewOrderMeta(app, staff, order).then(
      ({ order }) => order,
      (error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      },
    );
  });
  try {
    return await Promise.all(
      visits.map(async (visit, index) => ({
        ...visit,
        details: (await Promise.race([answers[index], timeout])) ?? null,
      })),
    );
  } finally {
    clearTimeout(timer);
  }
}
