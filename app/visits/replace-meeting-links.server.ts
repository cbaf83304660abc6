import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { SendNewLink } from "~/therapists/settings/therapist-settings-schema";
import { findTherapist, type Therapist } from "~/therapists/therapists.server";
import { changeVisit } from "./change-visit.server";
import { newLinkNotice } from "./notices";
import { findVisit } from "./visits.server";

/** A meeting link that confirmed visits to come have. */
export interface OtherLink {
  link: string;
  visits: number;
}

/** The meeting links of a therapist's confirmed visits to come that are not the one of the record. */
export async function listOtherLinks(
  db: Db,
  { id, zoom_link: link }: Pick<Therapist, "id" | "zoom_link">,
  now: number,
): Promise<OtherLink[]> {
  if (!link) return [];
  const rows = await confirmedToCome(db, id, now)
    .select(["meeting_link", (of) => of.fn.countAll<number>().as("visits")])
    .where("meeting_link", "<>", link)
    .groupBy("meeting_link")
    .orderBy("visits", "desc")
    .orderBy("meeting_link")
    .limit(20)
    .execute();
  return rows.flatMap(({ meeting_link, visits }) => (meeting_link ? [{ link: meeting_link, visits }] : []));
}

/**
 * Gives the record's meeting link to the therapist's confirmed visits to come that have another one, and
 * sends their people the invitation anew. Each visit is a transaction of its own: sent again, the rest follow.
 * Refuses an unknown therapist (missing) and a record without a link (invalid).
 *
 * @returns how many visits have it now that had not
 */
export async function sendNewLink(app: App, who: Who, input: SendNewLink): Promise<number> {
  const { zoom_link: link } = await findTherapist(app.db, input.id);
  if (!link) throw invalidField("zoom_link", "There is no meeting link on the record.");
  if (link === input.instead_of) return 0;
  const visits = await confirmedToCome(app.db, input.id, app.clock.now())
    .select("id")
    .where("meeting_link", "=", input.instead_of)
    .orderBy("start_at")
    .execute();
  let changed = 0;
  for (const { id } of visits) {
    changed += await app.db.transaction().execute(async (trx) => {
      const visit = await findVisit(trx, id);
      if (visit?.status !== "confirmed" || visit.meeting_link !== input.instead_of) return 0;
      await changeVisit(trx, app, who, visit, {
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

const confirmedToCome = (db: Db, therapistId: number, now: number) =>
  db
    .selectFrom("visits")
    .where("therapist_id", "=", therapistId)
    .where("status", "=", "confirmed")
    .where("start_at", ">", now);
