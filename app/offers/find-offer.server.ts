import { isOpen } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { isActive } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findEquipment, visitsFrom } from "~/equipment/find-equipment.server";
import { offerHash } from "~/orders/access/send-code.server";
import type { RequestedTime } from "~/visits/claim-time.server";
import { openingKindOf } from "~/visits/opening-kind.server";
import { lengthElsewhere, type Visit, visitView } from "~/visits/visit";
import { findActiveVisit, findVisit, listClashes } from "~/visits/visits.server";
import { listMisfits, type Misfit } from "./fits-wish";
import { listOfferedOf } from "./list-offers.server";
import {
  describe,
  listCompaniesWithoutOffers,
  listWaiting,
  type ShownPatient,
} from "./list-waiting-patients.server";
import { type Obstacle, obstacleOf } from "./offer-by-hand.server";
import { type OfferedVisit, OfferedVisitJson } from "./offer-schema";

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
  return {
    offer,
    visit: visit ?? null,
    zone: visit?.patient_zone ?? (await findZoneOfWait(db, offer.order_id)) ?? zoneOrUtc(therapist.timezone),
    therapist,
    state: await stateOf(db, app, offer, visit),
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
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
  offer: Offer,
  visit: Visit | undefined,
): Promise<OfferState> {
  if (offer.status === "declined") return "declined";
  if (visit && !isActive(visit.status)) return visit.status === "cancelled" ? "canceled" : "changed";
  const isThere = visit?.start_at === offer.start_at && visit.therapist_id === offer.therapist_id;
  if (offer.status === "accepted") return isThere ? "accepted" : "changed";
  if ((visit?.start_at ?? null) !== offer.visit_start) return "changed";
  const now = clock.now();
  const { therapist_id: therapistId, start_at: start } = offer;
  const end = start + (visit ? lengthElsewhere(visit) : visitLength);
  const isTaken = (await listClashes(db, { therapistId, start, end, except: visit?.id })).length > 0;
  if (isTaken) return "taken";
  if (offer.status === "expired" || offer.expires_at <= now) return "expired";
  const isFree = await isOpen(db, config, {
    therapistId,
    start,
    exceptVisit: visit?.id,
    now,
    kind: visit && openingKindOf(visit),
  });
  const from = visitsFrom(await findEquipment(db, offer.order_id, visit?.handsOver), now);
  const isTooEarly = from !== undefined && start < from;
  return offer.status === "open" && isFree && !isTooEarly ? "open" : "gone";
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
  const waiting = (await listWaiting(reads, app)).map((patient) => ({
    ...patient,
    misfits: listMisfits(patient, start, now),
    obstacle: obstacleOf(patient, { start }, offered, now),
  }));
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
