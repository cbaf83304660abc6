import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Who } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { SendNewLink } from "~/therapists/settings/therapist-settings-schema";
import { findTherapist, type Therapist } from "~/therapists/therapists.server";
import { changeVisit } from "./change-visit.server";
import { newLinkNotice } from "./notices/visit-notices";
import { findVisit } from "./visits.server";

export interface OtherLink {
  link: string;
  visits: number;
}

export async function listOtherLinks(
  db: Db,
  { id, zoom_link: link }: Pick<Therapist, "id" | "zoom_link">,
  now: number,
): Promise<OtherLink[]> {
  if (!link) return [];
  const rows = await upcomingConfirmed(db, id, now)
    .select(["meeting_link", (eb) => eb.fn.countAll<number>().as("visits")])
    .where("meeting_link", "<>", link)
    .groupBy("meeting_link")
    .orderBy("visits", "desc")
    .orderBy("meeting_link")
    .limit(20)
    .execute();
  return rows.flatMap(({ meeting_link, visits }) => (meeting_link ? [{ link: meeting_link, visits }] : []));
}

/**
 * Replaces one meeting link in the therapist's upcoming confirmed visits with the profile's link, and sends new
 * invitations. Each visit has its own transaction, so a repeat request continues with the rest.
 * @returns the number of changed visits
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
  return changed;
}

const upcomingConfirmed = (db: Db, therapistId: number, now: number) =>
  db
    .selectFrom("visits")
    .where("therapist_id", "=", therapistId)
    .where("status", "=", "confirmed")
    .where("start_at", ">", now);
