import { logAudit } from "~/audit/log-audit.server";
import type { AppTx } from "~/boot/app.server";
import type { AnswerReply } from "~/messages/receive-text.server";
import type { People } from "../find-people.server";
import { mayStillChange } from "../patient-may-change.server";
import type { Visit } from "../visit";
import { listReminded, type Reminded } from "./list-reminded.server";
import { findChoice, saveChoices } from "./reply-choices.server";
import { type ReplyMeaning, replyMeaning } from "./reply-meaning";
import { anotherTime, mayBeAnswered, sendAnswer, thanks, whichVisit } from "./send-answer.server";

/** If one phone has more visits than this, staff ask which one is meant. */
const mostChoices = 3;

/** Acts on a reply to a reminder (docs/decisions/059-reminder-replies.md). */
export const answerReply: AnswerReply = async ({ trx, app }, { phone, body }) => {
  const now = app.clock.now();
  const choice = await findChoice(trx, { phone, body }, now);
  const meaning = choice?.meaning ?? replyMeaning(body);
  if (!meaning) return null;
  const reminded = await listReminded(trx, phone, now);
  if (choice) {
    const chosen = reminded.filter(({ id }) => choice.visitIds.includes(id));
    if (chosen.length !== choice.visitIds.length) return null;
    return actOnEach({ trx, app }, phone, meaning, chosen);
  }
  const meant = meaning === "confirm" ? withoutConfirmed(reminded) : reminded;
  if (meant.length === 0) return reminded.length > 0 ? "done" : null;
  if (meant.length === 1) return actOnEach({ trx, app }, phone, meaning, meant);
  return askWhich({ trx, app }, phone, meaning, meant);
};

/** An OK can't be about a visit that was confirmed before the last reminder. */
function withoutConfirmed(reminded: Reminded[]): Reminded[] {
  if (reminded.every(({ patient_confirmed }) => patient_confirmed)) return [];
  const last = Math.max(...reminded.map(({ remindedAt }) => remindedAt));
  return reminded.filter(({ patient_confirmed_at: at }) => at === null || at >= last);
}

async function askWhich({ trx, app }: AppTx, phone: string, meaning: ReplyMeaning, visits: Reminded[]) {
  const now = app.clock.now();
  const [first] = visits;
  if (!first || visits.length > mostChoices || !(await mayBeAnswered(trx, phone, now))) return "for-staff";
  await saveChoices(trx, { phone, meaning, visitIds: visits.map(({ id }) => id), now });
  await sendAnswer({ trx, app }, first, { phone, compose: () => whichVisit(visits) });
  return "done";
}

async function actOnEach({ trx, app }: AppTx, phone: string, meaning: ReplyMeaning, visits: Visit[]) {
  let result: "done" | "for-staff" = "done";
  for (const visit of visits) {
    const act = meaning === "confirm" ? confirm : change;
    if ((await act({ trx, app }, phone, visit)) === "for-staff") result = "for-staff";
  }
  return result;
}

async function confirm({ trx, app }: AppTx, phone: string, visit: Visit) {
  if (visit.patient_confirmed) return "done";
  await saveReply({ trx, app }, visit, "confirm");
  if (await mayBeAnswered(trx, phone, app.clock.now())) {
    await sendAnswer({ trx, app }, visit, { phone, compose: () => thanks(visit) });
  }
  return "done";
}

/** A patient who can't choose another time online may miss the visit, so staff see the reply. */
async function change({ trx, app }: AppTx, phone: string, visit: Visit) {
  if (!visit.change_asked) await saveReply({ trx, app }, visit, "change");
  if (!(await mayBeAnswered(trx, phone, app.clock.now()))) return "for-staff";
  const compose = (people: People) => anotherTime(visit, people);
  const isSent = await sendAnswer({ trx, app }, visit, { phone, compose });
  return isSent && mayStillChange(app, visit) ? "done" : "for-staff";
}

async function saveReply({ trx, app }: AppTx, visit: Visit, meaning: ReplyMeaning): Promise<void> {
  const now = app.clock.now();
  const isConfirmed = meaning === "confirm";
  await trx
    .updateTable("visits")
    .set({ patient_confirmed_at: isConfirmed ? now : null, change_asked_at: isConfirmed ? null : now })
    .where("id", "=", visit.id)
    .execute();
  const action = isConfirmed ? "visit.patient-confirmed" : "visit.patient-unconfirmed";
  const who = {
    kind: "patient",
    sessionKind: "link",
    sessionId: 0,
    address: null,
    orderId: visit.order_id,
  } as const;
  await logAudit({ trx, app, who }, action, `visit ${visit.id}`);
}
