import { fill } from "~/core/language/strings";
import { formatPhone } from "~/core/phone";
import { isActive } from "~/core/visit-status";
import { isWithinLimit } from "~/messages/is-within-limit.server";
import type { AskingText } from "~/messages/last-question.server";
import type { AnswerReply } from "~/messages/receive-text.server";
import type { People } from "../find-people.server";
import { textWithCall } from "../notices/patient-messages";
import { mayStillChange } from "../patient-may-change.server";
import { replyTime } from "../reminder-replies/list-reminded.server";
import { sendAnswer, thanks } from "../reminder-replies/send-answer.server";
import type { Visit } from "../visit";
import { executeVisits, selectVisits } from "../visits.server";
import { arrivalMeaning } from "./arrival-meaning";
import { isSaid, saveArrival } from "./say-arrival.server";
import { strings } from "./strings";

/**
 * Acts on a reply to "Has your equipment arrived?" (decision 059). It counts for 36 hours, while the visit is still at
 * that time. If the question was asked about several visits, staff find out which one is meant.
 */
export const answerAboutEquipment: AnswerReply = async ({ trx, app }, { phone, body, asked }) => {
  const meaning = arrivalMeaning(body);
  if (!meaning) return null;
  const now = app.clock.now();
  const starts = startsAsked(asked, now);
  if (starts.size === 0) return null;
  const visits = (
    await executeVisits(
      selectVisits(trx)
        .where("visits.id", "in", [...starts.keys()])
        .where("visits.start_at", ">", now)
        .where("orders.phone", "=", phone),
    )
  ).filter(({ id, status, start_at }) => isActive(status) && starts.get(id) === start_at);
  const [visit] = visits;
  if (!visit) return null;
  if (visits.length > 1) return "for-staff";
  const hasArrived = meaning === "arrived";
  if (await isSaid({ trx, app }, visit, hasArrived)) return "done";
  const who = {
    kind: "patient",
    sessionKind: "link",
    sessionId: 0,
    address: null,
    orderId: visit.order_id,
  } as const;
  await saveArrival({ trx, app, who }, visit, hasArrived);
  if (!(await isWithinLimit({ trx, app }, phone, "reply-answer"))) return hasArrived ? "done" : "for-staff";
  const compose = (people: People) => (hasArrived ? thanks(visit, people) : chooseLater(people));
  const isSent = await sendAnswer({ trx, app }, visit, { phone, compose });
  return hasArrived || (isSent && mayStillChange(app, visit)) ? "done" : "for-staff";
};

/** The start that the newest question about each visit named, if it was asked within 36 hours. */
function startsAsked(asked: readonly AskingText[], now: number): Map<number, Visit["start_at"] | null> {
  const starts = new Map<number, number | null>();
  for (const { visit_id: id, visit_start: start, at } of asked) {
    if (id !== null && at > now - replyTime && !starts.has(id)) starts.set(id, start);
  }
  return starts;
}

/** Contains the link, or the phone number once changes have closed. Null if there is neither. */
export function chooseLater({ patient: { links, closedHours, company } }: People) {
  if (links && closedHours === null) {
    const sentence = (link: string) => fill(strings.text.chooseLater, { link });
    return textWithCall({ sentence, link: links.schedule, company });
  }
  if (!company.phone) return null;
  return { body: fill(strings.text.callForLater, { phone: formatPhone(company.phone) }) };
}
