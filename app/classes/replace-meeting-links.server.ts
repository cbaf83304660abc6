import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { activeStatuses } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { SendNewLink } from "~/therapists/settings/therapist-settings-schema";
import { findTherapist, type Therapist } from "~/therapists/therapists.server";
import { changeVisit } from "~/visits/change-visit.server";
import { newLinkNotice } from "~/visits/notices/visit-notices";
import { findVisit } from "~/visits/visits.server";
import { changeClass } from "./change-class.server";
import { listActiveSeats } from "./classes.server";

export interface OtherLink {
  link: string;
  /** Visits, and seats in classes. Zero for a class without patients. */
  visits: number;
}

export async function listOtherLinks(
  db: Db,
  { id, zoom_link: link }: Pick<Therapist, "id" | "zoom_link">,
  now: number,
): Promise<OtherLink[]> {
  if (!link) return [];
  const visits = await upcomingConfirmed(db, id, now)
    .select(["meeting_link", (eb) => eb.fn.countAll<number>().as("visits")])
    .where("meeting_link", "<>", link)
    .groupBy("meeting_link")
    .orderBy("visits", "desc")
    .orderBy("meeting_link")
    .limit(20)
    .execute();
  const classes = await upcomingClasses(db, id, now)
    .select(["classes.meeting_link", seatsOfClass.as("visits")])
    .where("classes.meeting_link", "<>", link)
    .orderBy("classes.start_at")
    .limit(20)
    .execute();
  const rows = Map.groupBy([...visits, ...classes], ({ meeting_link }) => meeting_link);
  return [...rows].flatMap(([old, found]) =>
    old ? [{ link: old, visits: found.reduce((sum, row) => sum + row.visits, 0) }] : [],
  );
}

/**
 * Replaces one meeting link in the therapist's upcoming confirmed visits and in the classes that the therapist leads
 * with the profile's link, and sends new invitations. A class and its seats have one link. Each visit and class has its
 * own transaction, so a repeat request continues with the rest.
 * @returns the number of changed visits and seats
 * @throws Refusal "missing" for an unknown therapist; "invalid" without a link on the profile
 */
export async function sendNewLink(app: App, who: Who, input: SendNewLink): Promise<number> {
  const { zoom_link: link } = await findTherapist(app.db, input.id);
  if (!link) throw invalidField("zoom_link", "Save a meeting link for this therapist first.");
  if (link === input.instead_of) return 0;
  const visits = await upcomingConfirmed(app.db, input.id, app.clock.now())
    .select("id")
    .where("meeting_link", "=", input.instead_of)
    .orderBy("start_at")
    .execute();
  let changed = 0;
  for (const { id } of visits) {
    changed += await app.db.transaction().execute(async (trx) => {
      const visit = await findVisit(trx, id);
      if (visit?.status !== "confirmed" || visit.meeting_link !== input.instead_of) return 0;
      await changeVisit({ trx, app, who }, visit, {
        action: "visit.link-changed",
        set: { meeting_link: link },
        notice: newLinkNotice,
      });
      return 1;
    });
    await yieldToEventLoop();
  }
  const classes = await upcomingClasses(app.db, input.id, app.clock.now())
    .select("classes.id")
    .where("classes.meeting_link", "=", input.instead_of)
    .execute();
  for (const { id } of classes) {
    const seats = await listActiveSeats(app.db, id);
    await changeClass(app, who, { id, meeting_link: link });
    changed += seats.length;
    await yieldToEventLoop();
  }
  return changed;
}

/** Without seats in classes. */
const upcomingConfirmed = (db: Db, therapistId: number, now: number) =>
  db
    .selectFrom("visits")
    .where("therapist_id", "=", therapistId)
    .where("class_id", "is", null)
    .where("status", "=", "confirmed")
    .where("start_at", ">", now);

const upcomingClasses = (db: Db, therapistId: number, now: number) =>
  db
    .selectFrom("class_therapists")
    .innerJoin("classes", "classes.id", "class_therapists.class_id")
    .where("class_therapists.therapist_id", "=", therapistId)
    .where("class_therapists.position", "=", 0)
    .where("classes.status", "=", "scheduled")
    .where("classes.start_at", ">", now);

const activeList = sql.join(activeStatuses.map((status) => sql.lit(status)));

const seatsOfClass = sql<number>`(
  select count(*) from visits where visits.class_id = classes.id and visits.status in (${activeList}))`;
