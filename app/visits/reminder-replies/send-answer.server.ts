import type { AppTx } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { formatPhone } from "~/core/phone";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import { findOrCreateConversation } from "~/messages/conversations/find-or-create-conversation.server";
import { replyAnswer } from "~/messages/message-kinds";
import { sendText } from "~/messages/send-text.server";
import { messageStrings } from "~/messages/staff-strings";
import { findPeople, type People } from "../find-people.server";
import { joinText } from "../notices/visit-notices";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { whenInText } from "../visit-times";

/** The most answers to one number in 24 hours, so that two bots don't text each other forever. */
const mostAnswers = 3;

export async function mayBeAnswered(db: Db, phone: string, now: number): Promise<boolean> {
  const recent = await db
    .selectFrom("outbox")
    .select("id")
    .where("recipient", "=", phone)
    .where("kind", "=", replyAnswer)
    .where("created_at", ">", now - day)
    .limit(mostAnswers)
    .execute();
  return recent.length < mostAnswers;
}

interface Answer {
  body: string;
  shown?: string;
}

export const thanks = (visit: Visit): Answer => ({
  body: fill(visitStrings.text.replyOk, { when: whenInText(visit) }) + joinText(visit),
});

/** Contains the link, or the phone number once changes have closed. Null if there is neither. */
export function anotherTime(visit: Visit, { patient }: People): Answer | null {
  const { links, closedHours, company } = patient;
  const when = whenInText(visit);
  if (links && closedHours === null) {
    const text = (link: string) => fill(visitStrings.text.replyChange, { when, link });
    return { body: text(links.schedule), shown: text(messageStrings.linkHidden) };
  }
  if (!company.phone) return null;
  return { body: fill(visitStrings.text.replyCall, { when, phone: formatPhone(company.phone) }) };
}

export const whichVisit = (visits: readonly Visit[]): Answer => ({
  body: fill(visitStrings.text.replyWhich, { choices: visits.map(choiceText).join(", ") }),
});

const choiceText = (visit: Visit, index: number) =>
  fill(visitStrings.text.replyChoice, {
    number: index + 1,
    when: whenInText(visit),
    therapist: visit.therapist,
  });

/**
 * Sends the answer immediately, in the patient's language, starting with the company's name.
 * @param compose called in that language
 * @returns false if there is nothing to send
 */
export async function sendAnswer(
  { trx, app }: AppTx,
  visit: Visit,
  { phone, compose }: { phone: string; compose(people: People): Answer | null },
): Promise<boolean> {
  const people = await findPeople({ trx, app }, visit);
  const answer = inLanguage(people.reader, () => compose(people));
  if (!answer) return false;
  const named = (text: string) => `${people.patient.company.name}: ${text}`;
  const conversation = await findOrCreateConversation({ trx, app }, { phone });
  await sendText(
    { trx, app },
    {
      conversationId: conversation.id,
      body: named(answer.shown ?? answer.body),
      secretBody: named(answer.body),
      kind: replyAnswer,
      automated: true,
      language: people.reader.language,
      order_id: visit.order_id,
      visit_id: visit.id,
      visit_start: visit.start_at,
    },
  );
  return true;
}
