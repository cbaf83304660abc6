import { isOpen } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { isActive } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findEquipment, visitsFrom } from "~/equipment/find-equipment.server";
import { kindOfOpening } from "~/kinds/kinds.server";
import { offerHash } from "~/orders/access/send-code.server";
import type { RequestedTime } from "~/visits/claim-time.server";
import { findClassAt } from "~/visits/seats.server";
import { kindOfMoved, lengthElsewhere, type Visit, visitView } from "~/visits/visit";
import { findActiveVisit, findVisit, listClashes } from "~/visits/visits.server";
import { listMisfits, type Misfit } from "./fits-wish";
import { wantedFor } from "./kind-to-offer.server";
import { listOfferedOf } from "./list-offers.server";
import {
  describe,
  listCompaniesWithoutOffers,
  listWaiting,
  type ShownPatient,
  type WaitingPatient,
} from "./list-waiting-patients.server";
import { type Obstacle, obstacleFinder } from "./offer-by-hand.server";
import { type OfferedVisit, OfferedVisitJson } from "./offer-schema";
import { findOfferedKind, type OfferedKind } from "./offered-kinds.server";

const mostListed = 50;

/** The triggers `offers_end_*` set the status to "withdrawn" when the time, the visit, or the company's offers end. */
type Offer = Row<"offers">;

/** `taken`, `gone`, `changed` and `canceled` are the reasons that an unanswered offer has ended. */
export type OfferState =
  | "open"
  | "accepted"
  | "declined"
  | "taken"
  | "expired"
  | "gone"
  | "changed"
  | "canceled";

export interface FoundOffer {
  offer: Offer;
  /** The patient's current visit. Null for a patient without one. */
  visit: Visit | null;
  /** The patient's IANA zone. */
  zone: string;
  therapist: RequestedTime["therapist"];
  /** The kind of visit that is booked. Undefined for a visit whose database belongs to no company. */
  kind: OfferedKind | undefined;
  state: OfferState;
}

export const offeredVisit = (visit: Visit): OfferedVisit => OfferedVisitJson.parse(visitView(visit));

/** Undefined for an unknown code. */
export async function findOffer(
  db: Db,
  app: Pick<App, "secrets" | "clock" | "config">,
  code: string,
): Promise<FoundOffer | undefined> {
  const offer = await db
    .selectFrom("offers")
    .selectAll()
    .where("code_hash", "=", offerHash(app, code))
    .executeTakeFirst();
  if (!offer) return undefined;
  const visit =
    offer.visit_id === null ? await findActiveVisit(db, offer.order_id) : await findVisit(db, offer.visit_id);
  if (!visit && offer.visit_id !== null) return undefined;
  const therapist = await db
    .selectFrom("therapists")
    .select(["id", "name", "region", "timezone"])
    .where("id", "=", offer.therapist_id)
    .executeTakeFirstOrThrow();
  const kindId = offer.kind_id ?? (visit?.class_id === null ? visit.kind_id : null);
  const kind = await findOfferedKind(db, { orderId: offer.order_id, kindId });
  return {
    offer,
    visit: visit ?? null,
    kind,
    zone: visit?.patient_zone ?? (await findZoneOfWait(db, offer.order_id)) ?? zoneOrUtc(therapist.timezone),
    therapist,
    state: await stateOf({ db, app }, offer, visit, kind),
  };
}

async function findZoneOfWait(db: Db, orderId: number): Promise<string | undefined> {
  const wait = await db
    .selectFrom("waits")
    .select("zone")
    .where("order_id", "=", orderId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return wait?.zone;
}

async function stateOf(
  { db, app: { clock, config } }: { db: Db; app: Pick<App, "clock" | "config"> },
  offer: Offer,
  visit: Visit | undefined,
  offered: OfferedKind | undefined,
): Promise<OfferState> {
  if (offer.status === "declined") return "declined";
  if (visit && !isActive(visit.status)) return visit.status === "cancelled" ? "canceled" : "changed";
  const isThere = visit?.start_at === offer.start_at && visit.therapist_id === offer.therapist_id;
  if (offer.status === "accepted") return isThere ? "accepted" : "changed";
  if ((visit?.start_at ?? null) !== offer.visit_start) return "changed";
  const now = clock.now();
  const { therapist_id: therapistId, start_at: start } = offer;
  const kind = offered && kindToTake(offered, visit);
  const isFree = await isOpen(db, config, {
    therapistId,
    start,
    exceptVisit: visit?.id,
    now,
    kind: kind && kindOfOpening(kind),
  });
  const from = visitsFrom(await findEquipment(db, offer.order_id, kind?.handsOver), now);
  const isTooEarly = from !== undefined && start < from;
  if (!isFree && (await isTaken(db, offer, visit, offered))) return "taken";
  if (offer.status === "expired" || offer.expires_at <= now) return "expired";
  const mayBook = offered?.isBookable || (visit !== undefined && offered?.mode !== "class");
  return offer.status === "open" && isFree && mayBook && !isTooEarly ? "open" : "gone";
}

/** A visit keeps its kind as it is booked, and its length. A seat becomes a seat in the offered class. */
export const kindToTake = (offered: OfferedKind, visit: Visit | null | undefined) =>
  visit && offered.mode !== "class" ? kindOfMoved(visit) : offered;

/** True if someone else has the time, or the last seat of a class that still takes place. */
async function isTaken(
  db: Db,
  { therapist_id: therapistId, start_at: start }: Offer,
  visit: Visit | undefined,
  offered: OfferedKind | undefined,
): Promise<boolean> {
  if (offered?.mode === "class") {
    return (await findClassAt(db, { kindId: offered.id, therapistId, start })) !== undefined;
  }
  const end = start + (visit ? lengthElsewhere(visit) : (offered?.length ?? visitLength));
  return (await listClashes(db, { therapistId, start, end, except: visit?.id })).length > 0;
}

export interface Candidate extends ShownPatient {
  misfits: Misfit[];
  obstacle: Obstacle | null;
}

/** A time and the patients who could accept it. Null if the time isn't open. */
export async function findOfferChoice(
  app: App,
  { therapistId, start }: { therapistId: number; start: number },
) {
  const { reads, config, clock } = app;
  const now = clock.now();
  const therapist = await reads
    .selectFrom("therapists")
    .select(["name", "timezone"])
    .where("id", "=", therapistId)
    .executeTakeFirst();
  if (!therapist || !(await isOpen(reads, config, { therapistId, start, now }))) return null;
  const offered = await listOfferedOf(reads, { therapistId, start });
  const findObstacle = obstacleFinder(reads, app, { therapistId, start }, offered);
  const waiting: (WaitingPatient & Omit<Candidate, keyof ShownPatient>)[] = [];
  for (const patient of await listWaiting(reads, app)) {
    const { kind, obstacle } = await findObstacle(patient);
    waiting.push({ ...patient, obstacle, misfits: listMisfits(wantedFor(patient, kind), start, now) });
  }
  const group = async (isIn: (patient: (typeof waiting)[number]) => boolean) => {
    const all = waiting.filter(isIn);
    return { patients: await describe(reads, all.slice(0, mostListed)), total: all.length };
  };
  return {
    time: { ...therapist, therapistId, start, timezone: zoneOrUtc(therapist.timezone) },
    fitting: await group(({ obstacle, misfits }) => !obstacle && misfits.length === 0),
    others: await group(({ obstacle, misfits }) => !obstacle && misfits.length > 0),
    blocked: await group(({ obstacle }) => obstacle !== null),
    off: await listCompaniesWithoutOffers(reads),
  };
}

export type OfferChoice = NonNullable<Awaited<ReturnType<typeof findOfferChoice>>>;
