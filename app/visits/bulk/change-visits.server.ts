import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isActive, statusWord } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { findMeetingLink, findTherapist, type Therapist } from "~/therapists/therapists.server";
import { cancelVisit } from "../cancel-visit.server";
import { claimTime } from "../claim-time.server";
import { confirm } from "../confirm-visit.server";
import { reassignVisit } from "../reassign/reassign-visits.server";
import { requireOwnVisit } from "../require-own-visit.server";
import type { Visit } from "../visit";
import type { ChangeVisits } from "./bulk-schema";

export interface Outcome {
  id: number;
  visit: Visit | null;
  outcome: "done" | "already" | "refused";
  message: string;
}

/**
 * Confirms, reassigns or cancels visits, each in its own transaction, so that one refusal doesn't stop the others.
 * Sending the same request again changes nothing.
 * @throws Refusal "missing" for an unknown new therapist
 */
export async function changeVisits(app: App, who: Who, input: ChangeVisits): Promise<Outcome[]> {
  const change = await changeFor(app, who, input);
  const outcomes: Outcome[] = [];
  for (const id of input.visit) {
    let visit: Visit | null = null;
    try {
      visit = await requireOwnVisit(app.db, who, id);
      outcomes.push({ id, visit, ...(await change(visit)) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ id, visit, outcome: "refused", message: error.message });
    }
  }
  return outcomes;
}

type Result = Pick<Outcome, "outcome" | "message">;

const done = (message: string): Result => ({ outcome: "done", message });
const already = (message: string): Result => ({ outcome: "already", message });

async function changeFor(
  app: App,
  who: Who,
  input: ChangeVisits,
): Promise<(visit: Visit) => Promise<Result>> {
  if (input.act === "cancel") {
    return async (visit) => {
      if (visit.status === "cancelled") return already("Already canceled.");
      await cancelVisit(app, who, visit.id);
      return done("Canceled. The patient is notified.");
    };
  }
  if (input.act === "reassign") {
    const therapist = await findTherapist(app.db, input.therapist);
    return (visit) => reassign(app, who, visit, therapist);
  }
  return (visit) => confirmWithLink(app, who, visit, input.meeting_link);
}

function confirmWithLink(app: App, who: Who, { id }: Visit, fallback: string | undefined): Promise<Result> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, id);
    if (visit.status === "confirmed") return already("Already confirmed.");
    const link = visit.meeting_link ?? (await findMeetingLink(trx, visit.therapist_id)) ?? fallback;
    if (!link) throw new Refusal("invalid", "Meeting link is required.");
    await confirm(trx, app, who, visit, link);
    return done("Confirmed. The invitation is sent.");
  });
}

function reassign(app: App, who: Who, { id }: Visit, therapist: Therapist): Promise<Result> {
  return claimTime(app, who, async (trx) => {
    const visit = await requireOwnVisit(trx, who, id);
    if (visit.therapist_id === therapist.id) return already(`Already with ${therapist.name}.`);
    if (!isActive(visit.status)) {
      throw new Refusal("conflict", `A visit that is ${statusWord(visit.status)} can't be reassigned.`);
    }
    if (visit.end_at <= app.clock.now()) throw new Refusal("conflict", "This visit's time has passed.");
    const takenMessage = `${therapist.name} has another visit at that time.`;
    await reassignVisit(trx, app, who, visit, { therapist, takenMessage });
    return done(`Reassigned to ${therapist.name}, who has to confirm it. The patient is notified.`);
  });
}
