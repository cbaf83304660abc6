import type { App } from "~/boot/app.server";
import { orLog } from "~/core/or-log.server";
import { operator } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { findVisit } from "../visits.server";
import { notifyOfVisit } from "./notify-of-visit.server";
import { newAddressNotice } from "./visit-notices";

/**
 * Sends the invitations of upcoming confirmed visits to therapists whose email address changed, with the same UID. The
 * old address gets no cancellation: it is often an alias of the new one, where that would remove the new entry.
 * The trigger `therapists_invite_again` marks these therapists.
 * @returns the number of invitations
 */
export async function inviteAgain(app: App): Promise<number> {
  const therapists = await app.reads
    .selectFrom("therapists")
    .select(["id", "email"])
    .where("invite_again", "=", 1)
    .execute();
  let invited = 0;
  for (const { id, email } of therapists) {
    for (const visit of await listInvited(app, id)) {
      const sent = await orLog(app.log, "invitations", { visit }, () => invite(app, visit));
      if (sent) invited++;
      await yieldToEventLoop();
    }
    // If the address changed again in the meantime, the next round invites the newer one.
    await app.db
      .updateTable("therapists")
      .set({ invite_again: 0 })
      .where("id", "=", id)
      .where("email", "=", email)
      .execute();
  }
  return invited;
}

/** Leaves out pending moves, whose notices will go to the new address. */
async function listInvited({ db, clock }: App, therapistId: number): Promise<number[]> {
  const visits = await db
    .selectFrom("visits")
    .select("id")
    .where("therapist_id", "=", therapistId)
    .where("status", "=", "confirmed")
    .where("start_at", ">", clock.now())
    .where("id", "not in", (eb) => eb.selectFrom("held_moves").select("visit_id"))
    .orderBy("start_at")
    .execute();
  return visits.map(({ id }) => id);
}

function invite(app: App, id: number): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await findVisit(trx, id);
    if (visit?.status !== "confirmed") return false;
    await notifyOfVisit(
      { trx, app, who: operator },
      {
        visit,
        before: visit,
        notice: () => newAddressNotice(visit),
        therapistOnly: true,
      },
    );
    return true;
  });
}
