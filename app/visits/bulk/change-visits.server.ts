import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isActive } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { isOverlap } from "~/db/constraint-errors.server";
import { findMeetingLink, findTherapist, type Therapist } from "~/therapists/therapists.server";
import { cancelVisit } from "../cancel-visit.server";
import { confirm } from "../confirm-visit.server";
import { reassignVisit } from "../reassign/reassign-visit.server";
import type { Visit } from "../visit";
import { requireOwnVisit } from "../visit-permissions.server";
import type { ChangeVisits } from "./bulk-schema";

/** What became of one visit of many. */
export interface Outcome {
  id: number;
  /** As it was before; null where there is none of this id. */
  visit: Visit | null;
  outcome: "done" | "already" | "refused";
  sentence: string;
}

/**
 * Confirms, reassigns or cancels visits one by one, each in a transaction of its own: what can't be done
 * to one keeps nobody else waiting. Sent again it does nothing twice and says so.
 *
 * @throws Refusal "missing" where the therapist they go to does not exist
 */
export async function changeVisits(app: App, who: Who, input: ChangeVisits): Promise<Outcome[]> {
  const act = await actOf(app, who, input);
  const outcomes: Outcome[] = [];
  for (const id of input.visit) {
    let visit: Visit | null = null;
    try {
      visit = await requireOwnVisit(app.db, who, id);
      outcomes.push({ id, visit, ...(await act(visit)) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ id, visit, outcome: "refused", sentence: error.message });
    }
  }
  return outcomes;
}

type Done = Pick<Outcome, "outcome" | "sentence">;

const done = (sentence: string): Done => ({ outcome: "done", sentence });
const already = (sentence: string): Done => ({ outcome: "already", sentence });

async function actOf(app: App, who: Who, input: ChangeVisits): Promise<(visit: Visit) => Promise<Done>> {
  if (input.act === "cancel") {
    return async (visit) => {
      if (visit.status === "cancelled") return already("Was cancelled already.");
      await cancelVisit(app, who, visit.id);
      return done("Cancelled, and the patient is told.");
    };
  }
  if (input.act === "reassign") {
    const to = await findTherapist(app.db, input.therapist);
    return (visit) => reassign(app, who, visit, to);
  }
  return (visit) => confirmWithLink(app, who, visit, input.meeting_link);
}

/** Confirms with the link of whoever's visit it is by now; `given` is for therapists who have none. */
function confirmWithLink(app: App, who: Who, { id }: Visit, given: string | undefined): Promise<Done> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, id);
    if (visit.status === "confirmed") return already("Was confirmed already.");
    const link = visit.meeting_link ?? (await findMeetingLink(trx, visit.therapist_id)) ?? given;
    if (!link) throw new Refusal("invalid", "Meeting link is required.");
    await confirm(trx, app, who, visit, link);
    return done("Confirmed, and the invitation is sent.");
  });
}

async function reassign(app: App, who: Who, { id }: Visit, to: Therapist): Promise<Done> {
  try {
    return await app.db.transaction().execute(async (trx) => {
      const visit = await requireOwnVisit(trx, who, id);
      if (visit.therapist_id === to.id) return already(`Is with ${to.name} already.`);
      if (!isActive(visit.status)) {
        throw new Refusal("conflict", `A visit that is ${visit.status} can't be reassigned.`);
      }
      if (visit.end_at <= app.clock.now()) throw new Refusal("conflict", "This visit's time has passed.");
      await reassignVisit(trx, app, who, visit, to);
      return done(`Goes to ${to.name}, who will confirm it. The patient is told.`);
    });
  } catch (error) {
    if (isOverlap(error)) throw new Refusal("conflict", `${to.name} has another visit at that time.`);
    throw error;
  }
}
