import { isOpen } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { isActive } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { offerHash } from "~/orders/access/offer-code.server";
import type { RequestedTime } from "~/visits/claim-time.server";
import { type Visit, visitView } from "~/visits/visit";
import { findVisit, listClashes } from "~/visits/visits.server";
import { type OfferedVisit, OfferedVisitJson } from "./offer-schema";

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
  /** The patient's current visit. */
  visit: Visit;
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
  const visit = offer && (await findVisit(db, offer.visit_id));
  if (!visit) return undefined;
  const therapist = await db
    .selectFrom("therapists")
    .select(["id", "name", "region", "timezone"])
    .where("id", "=", offer.therapist_id)
    .executeTakeFirstOrThrow();
  return { offer, visit, therapist, state: await stateOf(db, app, offer, visit) };
}

async function stateOf(
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
  offer: Offer,
  visit: Visit,
): Promise<OfferState> {
  if (offer.status === "declined") return "declined";
  if (!isActive(visit.status)) return visit.status === "cancelled" ? "canceled" : "changed";
  const isThere = visit.start_at === offer.start_at && visit.therapist_id === offer.therapist_id;
  if (offer.status === "accepted") return isThere ? "accepted" : "changed";
  if (visit.start_at !== offer.visit_start) return "changed";
  const now = clock.now();
  const { therapist_id: therapistId, start_at: start } = offer;
  const end = start + visit.end_at - visit.start_at;
  const isTaken = (await listClashes(db, { therapistId, start, end, except: visit.id })).length > 0;
  if (isTaken) return "taken";
  if (offer.status === "expired" || offer.expires_at <= now) return "expired";
  const isFree = await isOpen(db, config, { therapistId, start, exceptVisit: visit.id, now });
  return offer.status === "open" && isFree ? "open" : "gone";
}
