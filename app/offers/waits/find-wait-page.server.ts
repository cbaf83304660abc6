import type { App } from "~/boot/app.server";
import { isPhoneNumber } from "~/core/phone";
import { iso, localDate, startOfDay } from "~/core/time";
import type { Patient } from "~/core/who";
import { findEquipment, visitsFrom } from "~/equipment/find-equipment.server";
import { findConsent } from "~/messages/consent/consents.server";
import { isReachable } from "~/visits/notices/choose-channel.server";
import { pageTokenOf } from "~/visits/page-token.server";
import { findClassAt } from "~/visits/seats.server";
import { findOpenOffer } from "../find-earlier.server";
import { findFittingOpenings } from "./find-fitting-openings.server";
import { findOpenWait, findWait, requireWaitingOrder, type StoredWait, untilRange } from "./waits.server";

export async function findWaitPage(app: App, who: Patient, browserZone: string | null) {
  const wait = await findWait(app, who.orderId, browserZone);
  const stored = await findOpenWait(app.reads, who.orderId);
  const { phone } = await app.reads
    .selectFrom("orders")
    .select("phone")
    .where("id", "=", who.orderId)
    .executeTakeFirstOrThrow();
  const mayAgree = phone !== null && isPhoneNumber(phone) && who.helperId === undefined;
  return {
    wait,
    range: untilRange(localDate(app.clock.now(), stored?.zone ?? browserZone ?? "America/New_York")),
    /** The end of the last day in the patient's zone, ms UTC. */
    untilAt: stored ? startOfDay(wait.until, stored.zone) : null,
    zone: stored?.zone ?? null,
    asksForTexts: mayAgree && (await findConsent(app.reads, phone)) === "none",
    reachable: await isReachable(app, who.orderId),
    channel: await channelName(app, phone),
    offer: stored ? await findOpenOffer(app, who.orderId) : null,
    fits: stored ? await findFittingOpening(app, who.orderId, stored) : null,
    pageToken: pageTokenOf(app, who),
  };
}

export type WaitPage = Awaited<ReturnType<typeof findWaitPage>>;

const channelName = async (app: App, phone: string | null) =>
  phone !== null && (await findConsent(app.reads, phone)) === "given" ? "text" : "email";

/** The first open time that already suits a waiting patient, for any of the kinds of visits that they want. */
async function findFittingOpening(app: App, orderId: number, stored: StoredWait) {
  const { bookable } = await requireWaitingOrder(app.reads, orderId);
  const chosen = stored.kinds === null ? null : (JSON.parse(stored.kinds) as number[]);
  const kinds = bookable.filter(({ id }) => chosen?.includes(id) ?? true);
  const equipment = await findEquipment(app.reads, orderId, false);
  const wanted = {
    parts: JSON.parse(stored.parts),
    weekdays: JSON.parse(stored.weekdays),
    notice_hours: stored.notice_hours,
    zone: stored.zone,
    untilAt: stored.until_at,
    notBefore: visitsFrom(equipment, app.clock.now()),
  };
  const wish = { orderId, wanted, standby: stored.standby === 1, kinds };
  const first = (await findFittingOpenings(app, [wish])).get(orderId);
  const kind = kinds.find(({ id }) => id === first?.kindId);
  if (!first || !kind) return null;
  const { start, therapistId, therapist } = first;
  const session =
    kind.mode === "class" ? await findClassAt(app.reads, { kindId: kind.id, therapistId, start }) : undefined;
  const href = session
    ? `/schedule/classes/${session.id}`
    : `/schedule?${new URLSearchParams({
        ...(bookable.length > 1 && { kind: String(kind.id) }),
        at: iso(start),
        with: String(therapistId),
      })}`;
  return { start, therapist, kind: bookable.length > 1 ? kind : null, href };
}
