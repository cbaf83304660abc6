import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { confirmedNotice } from "../notices";
import { ownVisit } from "../ownership.server";
import type { ConfirmVisit } from "../schema";
import { changeVisit } from "./change-visit.server";
import { mayBecome, type VisitView, visitView } from "./visit";

/**
 * Confirms a visit with its meeting link and tells the patient. Confirming twice does nothing twice.
 * Refuses a visit that is over or cancelled (conflict) and one of somebody else (missing).
 */
export function confirmVisit(app: App, who: Who, input: ConfirmVisit): Promise<VisitView> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await ownVisit(trx, who, input.appointment_id);
    if (visit.status === "confirmed") return visitView(visit);
    if (!mayBecome(visit.status, "confirmed")) {
      throw new Refusal("conflict", `A visit that is ${visit.status} can't be confirmed.`);
    }
    return visitView(
      await changeVisit(trx, app, who, visit, {
        action: "visit.confirmed",
        set: { status: "confirmed", meeting_link: input.meeting_link, confirmed_at: app.clock.now() },
        notice: confirmedNotice,
      }),
    );
  });
}
