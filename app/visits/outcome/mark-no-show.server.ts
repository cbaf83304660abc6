import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { statusWord } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { changeVisit } from "../change-visit.server";
import { requireOwnVisit } from "../require-own-visit.server";
import { mayBecome } from "../status-transitions";
import type { Visit } from "../visit";
import type { NoShowReason } from "./outcome-reasons";
import type { MarkNoShow } from "./outcome-schema";
import { mayBeNoShow, tooEarly } from "./outcome-times";

/**
 * Marks a confirmed visit as a no-show and notifies no one. If it is already a no-show, changes its reason and note.
 * @throws Refusal "missing" for another therapist's visit; "conflict" for any other status, and until 10 minutes
 *   after the start
 */
export function markNoShow(app: App, who: Who, input: MarkNoShow): Promise<Visit> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, input.id);
    return noShowWithin({ trx, app, who }, visit, input);
  });
}

/** Does the same inside the caller's transaction. */
export async function noShowWithin(
  { trx, app, who }: Tx,
  visit: Visit,
  { reason, note = null }: { reason: NoShowReason; note?: string | null | undefined },
): Promise<Visit> {
  const isAgain = visit.status === "no show";
  if (!isAgain && !mayBecome(visit.status, "no show")) {
    throw new Refusal(
      "conflict",
      `Only a confirmed visit can be a no-show; this one is ${statusWord(visit.status)}.`,
    );
  }
  if (!isAgain && !mayBeNoShow(visit, app.clock.now())) throw new Refusal("conflict", tooEarly(visit));
  const { outcome_note } = await trx
    .selectFrom("visits")
    .select("outcome_note")
    .where("id", "=", visit.id)
    .executeTakeFirstOrThrow();
  if (isAgain && visit.no_show_reason === reason && outcome_note === note) return visit;
  return changeVisit({ trx, app, who }, visit, {
    action: "visit.no-show",
    set: {
      status: "no show",
      no_show_at: isAgain ? visit.no_show_at : app.clock.now(),
      no_show_reason: reason,
      outcome_note: note,
    },
    details: { reason },
  });
}
