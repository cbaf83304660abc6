import type { App } from "~/boot/app.server";
import { day, localDate } from "~/core/time";
import type { Row } from "~/db/tables";
import {
  describe,
  listWaiting,
  type ShownPatient,
  type WaitingPatient,
} from "../list-waiting-patients.server";
import { findFittingOpenings } from "./find-fitting-openings.server";
import { findUnmatched } from "./unmatched-wishes.server";
import { type Help, whatWouldHelp } from "./what-would-help";

type Reads = Pick<App, "reads" | "clock" | "config">;

interface WaitingQuery {
  /** With a visit, without one, or without one and with an open time that fits or with none. */
  who?: "with" | "without" | "fits" | "unfit" | undefined;
  /** Only those whom more hours at this part of the day would help. */
  help?: Help["part"] | undefined;
  from: number;
  size: number;
}

const isWithoutVisit = ({ visitId }: WaitingPatient) => visitId === null;

interface ListedPatient extends ShownPatient {
  /** True if no therapist offers any time that the patient could take. */
  isUnmatched: boolean;
  /** True if a patient without a visit wants only some of the kinds of visits, which are `kinds`. */
  choseKinds: boolean;
  /** Why staff were asked to call a patient without a visit. */
  call: Row<"waits">["call_because"];
  /** The patient's last day, `YYYY-MM-DD` in their zone. Null for a patient with a visit. */
  until: string | null;
}

/** One page of the waiting patients, in the order in which they get offers, and what would help them. */
export async function pageOfWaiting(app: Reads, { who, help, from, size }: WaitingQuery) {
  const everyone = await listWaiting(app.reads, app);
  const without = everyone.filter(isWithoutVisit);
  const fits = await findFits(app, without);
  const unfit = without.filter(({ orderId }) => !fits.has(orderId));
  // More hours don't help patients who want only a class.
  const helps = whatWouldHelp(unfit.filter(({ kinds }) => kinds.some(({ mode }) => mode !== "class")));
  const helped = new Set(helps.find(({ part }) => part === help)?.orderIds);
  const groups = {
    with: everyone.filter((patient) => !isWithoutVisit(patient)),
    without,
    fits: without.filter(({ orderId }) => fits.has(orderId)),
    unfit,
  };
  const all = help ? unfit.filter(({ orderId }) => helped.has(orderId)) : who ? groups[who] : everyone;
  const patients = await listed(app, await describe(app.reads, all.slice(from, from + size)));
  return {
    patients: patients.map((patient) => ({ ...patient, fits: fits.get(patient.orderId) ?? null })),
    total: all.length,
    more: all.length > from + size,
    urgent: all.filter(({ urgent }) => urgent).length,
    /** The number of patients who wait without a visit. */
    without: without.length,
    /** The number of them for whom no open time is left. */
    unfit: unfit.length,
    helps: helps.map(({ orderIds, ...rest }) => ({ ...rest, patients: orderIds.length })),
  };
}

async function listed(app: Reads, patients: ShownPatient[]): Promise<ListedPatient[]> {
  const waits = await app.reads
    .selectFrom("waits")
    .selectAll()
    .where("ended_at", "is", null)
    .where(
      "order_id",
      "in",
      patients.filter(isWithoutVisit).map(({ orderId }) => orderId),
    )
    .execute();
  const byOrder = new Map(waits.map((wait) => [wait.order_id, wait]));
  const unmatched = await findUnmatched(app.reads, app, waits);
  return patients.map((patient) => {
    const wait = isWithoutVisit(patient) ? byOrder.get(patient.orderId) : undefined;
    return {
      ...patient,
      isUnmatched: wait !== undefined && unmatched.has(wait.id),
      choseKinds: wait !== undefined && wait.kinds !== null,
      call: wait?.call_because ?? null,
      until: wait ? localDate(wait.until_at - 1, wait.zone) : null,
    };
  });
}

/** An open time for each patient without a visit, as long as there are any. */
const findFits = (app: Reads, patients: readonly WaitingPatient[]) =>
  findFittingOpenings(
    app,
    patients.flatMap(({ orderId, untilAt, standby, kinds, ...wanted }) =>
      untilAt === null ? [] : [{ orderId, standby, kinds, wanted: { ...wanted, untilAt } }],
    ),
  );

export type PatientOnPage = Awaited<ReturnType<typeof pageOfWaiting>>["patients"][number];

const endedFor = 30 * day;

/** Waits that ended in the last 30 days, newest first. */
export const pageOfEndedWaits = (
  { reads, clock }: Reads,
  { from, size }: Pick<WaitingQuery, "from" | "size">,
) =>
  reads
    .selectFrom("waits")
    .innerJoin("orders", "orders.id", "waits.order_id")
    .select([
      "waits.id",
      "waits.order_id as orderId",
      "orders.patient_id as patientId",
      "orders.patient_name as patientName",
      "waits.asked_at as askedAt",
      "waits.ended_at as endedAt",
      "waits.ended_because as endedBecause",
    ])
    .where("waits.ended_at", ">", clock.now() - endedFor)
    .orderBy("waits.ended_at", "desc")
    .orderBy("waits.id", "desc")
    .limit(size)
    .offset(from)
    .execute();

/** Everyone who waits, for the API, in the order in which they get offers. */
export async function listEveryoneWaiting(app: Reads) {
  const patients = await listed(app, await describe(app.reads, await listWaiting(app.reads, app)));
  return patients.map((patient) => ({
    patient_id: patient.patientId,
    brightree_db: patient.db,
    visit_id: patient.visitId,
    urgent: patient.urgent,
    since: new Date(patient.askedAt).toISOString(),
    until: patient.until,
    parts: patient.parts,
    weekdays: patient.weekdays,
    notice_hours: patient.notice_hours,
    standby: patient.standby,
    ...(patient.choseKinds && { kinds: patient.kinds.map(({ id }) => id) }),
    unmatched: patient.isUnmatched,
    pause: patient.pause,
    call: patient.call,
  }));
}
