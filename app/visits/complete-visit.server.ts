import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { statusWord } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { followIfCompanyDoes } from "~/nights/first-nights.server";
import { changeVisit } from "./change-visit.server";
import { completedNotice } from "./notices/visit-notices";
import { requireOwnVisit } from "./require-own-visit.server";
import { mayBecome } from "./status-transitions";
import { type Visit, type VisitView, visitView } from "./visit";

/**
 * Completes a confirmed visit, closes its order, and sends the patient the therapist's review link. Completing
 * again changes nothing.
 * @throws Refusal "missing" for another therapist's visit; "conflict" for any other status
 */
export function completeVisit(app: App, who: Who, id: number): Promise<VisitView> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, id);
    return visitView(await completeWithin({ trx, app, who }, visit));
  });
}

export async function completeWithin({ trx, app, who }: Tx, visit: Visit): Promise<Visit> {
  if (visit.status === "completed") return visit;
  if (!mayBecome(visit.status, "completed")) {
    throw new Refusal(
      "conflict",
      `Only a confirmed visit can be completed; this one is ${statusWord(visit.status)}.`,
    );
  }
  const { review_link: reviewLink } = await trx
    .selectFrom("therapists")
    .select("review_link")
    .where("id", "=", visit.therapist_id)
    .executeTakeFirstOrThrow();
  const completed = await changeVisit({ trx, app, who }, visit, {
    action: "visit.completed",
    set: { status: "completed", completed_at: app.clock.now() },
    notice: (changed) => completedNotice(changed, reviewLink),
  });
  await followIfCompanyDoes({ trx, app }, completed);
  return completed;
}
