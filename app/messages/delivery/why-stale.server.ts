import { activeStatuses, isActive } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { rulesOf } from "../message-kinds";
import { messageStrings } from "../staff-strings";

type Subject = Pick<Row<"outbox">, "kind" | "visit_id" | "visit_start" | "automated" | "created_at"> &
  Partial<Pick<Row<"outbox">, "order_id">>;

/** @returns the reason to show staff if the message is out of date; otherwise null */
export async function whyStale(db: Db, subject: Subject, now: number): Promise<string | null> {
  if (await wasClosedAfter(db, subject)) return messageStrings.orderClosed;
  const { stale } = rulesOf(subject.kind);
  if (stale === "never") return null;
  if (stale === "booked") return (await hasNoVisit(db, subject)) ? null : messageStrings.nothingToBook;
  if (stale === "nights-ended") return (await isFollowed(db, subject)) ? null : messageStrings.nightsEnded;
  if (stale === "offer-ended" && subject.visit_id === null) {
    return (await hasOpenOffer(db, subject, now)) ? null : messageStrings.offerEnded;
  }
  if (subject.visit_id === null || subject.visit_start === null || !subject.automated) return null;
  const visit = await db
    .selectFrom("visits")
    .select(["status", "start_at"])
    .where("id", "=", subject.visit_id)
    .executeTakeFirst();
  if (!visit) return messageStrings.visitGone;
  if (stale === "visit-deleted") return null;
  if (subject.visit_start <= now) return messageStrings.visitPassed;
  if (stale === "visit-started") return null;
  if (!isActive(visit.status)) return messageStrings.visitCancelled;
  if (visit.start_at !== subject.visit_start) return messageStrings.visitMoved;
  if (stale === "offer-ended" && !(await hasOpenOffer(db, subject, now))) {
    return messageStrings.offerEnded;
  }
  return null;
}

/** True if staff closed the order after the message was written. */
async function wasClosedAfter(db: Db, { order_id: id = null, automated, created_at }: Subject) {
  if (id === null || !automated) return false;
  const closed = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", id)
    .where("staff_closed_at", ">", created_at)
    .executeTakeFirst();
  return closed !== undefined;
}

async function hasNoVisit(db: Db, { order_id: id = null }: Subject): Promise<boolean> {
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("visits")
            .select("visits.id")
            .whereRef("visits.order_id", "=", "orders.id")
            .where("visits.status", "in", activeStatuses),
        ),
      ),
    )
    .executeTakeFirst();
  return order !== undefined;
}

/** Whether the order's first 90 nights were followed when the message was written, and still are. */
async function isFollowed(db: Db, { order_id: id = null, created_at: writtenAt }: Subject): Promise<boolean> {
  const followed = await db
    .selectFrom("first_nights")
    .select("order_id")
    .where("order_id", "=", id)
    .where("ended_at", "is", null)
    .where("created_at", "<=", writtenAt)
    .executeTakeFirst();
  return followed !== undefined;
}

/** Offers sent later have their own messages. */
async function hasOpenOffer(
  db: Db,
  { visit_id: visitId, order_id: orderId = null, created_at: writtenAt }: Subject,
  now: number,
): Promise<boolean> {
  const offer = await db
    .selectFrom("offers")
    .select("id")
    .where((eb) =>
      visitId === null
        ? eb.and([eb("order_id", "=", orderId), eb("visit_id", "is", null)])
        : eb("visit_id", "=", visitId),
    )
    .where("status", "=", "open")
    .where("sent_at", "<=", writtenAt)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return offer !== undefined;
}
