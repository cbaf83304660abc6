import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Limit } from "~/boot/rate-limits.server";
import { callCompany } from "~/company/call-company";
import { findCompanyContact } from "~/company/company.server";
import { limitPatient } from "~/company/limit-patient.server";
import { inEnglish } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import type { Db } from "~/db/open.server";
import { noteInConversation } from "~/messages/conversations/note-in-conversation.server";
import { requireActiveVisit } from "../patient-may-change.server";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import type { DayMarks } from "./day-marks";
import { type DayNews, mailTherapist } from "./mail-therapist.server";

/**
 * Marks the patient as running late, or as on time again if `minutes` is null. A repeated call changes nothing.
 * @throws Refusal "missing" without an active visit; "conflict" after it has ended; "too-many" after six changes an
 *   hour, counted with `askForCall`
 */
export function runLate(app: App, who: Patient, minutes: number | null): Promise<void> {
  return changeMarks(app, who, (visit) =>
    visit.late_minutes === minutes
      ? null
      : {
          set: { late_minutes: minutes },
          action: minutes === null ? "visit.on-time" : "visit.running-late",
          pressed: minutes === null ? "I'm not late anymore" : `I'm running ${minutes} minutes late`,
        },
  );
}

/** Asks for a phone call instead of video, or takes the request back. Otherwise works like `runLate`. */
export function askForCall(app: App, who: Patient, isWanted: boolean): Promise<void> {
  return changeMarks(app, who, (visit) =>
    visit.call_me === isWanted
      ? null
      : {
          set: { call_me: isWanted },
          action: isWanted ? "visit.call-wanted" : "visit.call-not-wanted",
          pressed: isWanted ? "Call me instead" : "I'll join by video after all",
        },
  );
}

// Limited because each change is an email to the therapist.
const perOrder: Limit = { name: "day-mark-of-order", points: 6, seconds: 3600 };

interface MarkChange {
  set: Partial<DayMarks>;
  action: DayNews;
  /** The button's label, for the note to staff. */
  pressed: string;
}

function changeMarks(app: App, who: Patient, changeOf: (visit: Visit) => MarkChange | null): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireActiveVisit(trx, who);
    if (visit.end_at <= app.clock.now()) throw await refuseEnded(trx, visit);
    const change = changeOf(visit);
    if (!change) return;
    await limitPatient({ trx, app }, who, { limit: perOrder, text: visitStrings.tooManyMarks });
    const { late_minutes, call_me } = { ...visit, ...change.set };
    await trx
      .updateTable("visits")
      .set({ late_minutes, call_me: Number(call_me) })
      .where("id", "=", visit.id)
      .execute();
    const order = await trx
      .selectFrom("orders")
      .select(["phone", "patient_id", "brightree_db"])
      .where("id", "=", visit.order_id)
      .executeTakeFirstOrThrow();
    const by = who.helperId ? "The helper pressed" : "Pressed";
    await noteInConversation(
      { trx, app },
      { ...order, body: `${by} “${change.pressed}” on the visit page.` },
    );
    await inEnglish(() =>
      mailTherapist({ trx, app }, change.action, { ...visit, late_minutes, call_me }, order.phone),
    );
    const details = late_minutes ? { minutes: late_minutes } : {};
    await logAudit({ trx, app, who }, change.action, `visit ${visit.id}`, details);
  });
}

async function refuseEnded(trx: Db, visit: Visit): Promise<Refusal> {
  const callUs = callCompany(await findCompanyContact(trx, visit.order_id));
  return new Refusal("conflict", fill(visitStrings.ended, { callUs }));
}
