import type { AppTx } from "~/boot/app.server";
import { fill } from "~/core/language/strings";
import { firstName } from "~/core/short-name";
import { block, closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { findPeople, type People } from "~/visits/find-people.server";
import { askPatient } from "~/visits/notices/ask-patient.server";
import type { Channel } from "~/visits/notices/choose-channel.server";
import { textWithCall } from "~/visits/notices/patient-messages";
import type { Visit } from "~/visits/visit";
import { factsForPatient, whenForPatient, whenInText } from "~/visits/visit-times";
import { offerStrings } from "./strings";

interface OfferedTime {
  start: number;
  therapist: { name: string; timezone: string };
}

interface Sent {
  visit: Visit;
  time: OfferedTime;
  /** When the offer expires, ms UTC. */
  until: number;
  href: string;
}

/** The visit as it would be at the offered time. */
export const visitAt = (visit: Visit, { start, therapist }: OfferedTime): Visit => ({
  ...visit,
  start_at: start,
  end_at: start + visit.end_at - visit.start_at,
  therapist: therapist.name,
  timezone: therapist.timezone,
});

/** Queues an offer's text or email, inside the caller's transaction. @returns the channel */
export async function sendOffer({ trx, app }: AppTx, { visit, time, until, href }: Sent): Promise<Channel> {
  const people = await findPeople({ trx, app }, visit);
  const offering = { visit, earlier: visitAt(visit, time), until, people, href };
  const channel = await askPatient(
    { trx, app },
    {
      orderId: visit.order_id,
      kind: "visit-offer",
      visit_id: visit.id,
      visit_start: visit.start_at,
      write: () => ({ text: offerText(offering), mail: offerMail(offering) }),
    },
  );
  if (!channel) throw new Error("The patient has no phone number or email address for this offer.");
  return channel;
}

interface Offering {
  visit: Visit;
  earlier: Visit;
  until: number;
  people: People;
  href: string;
}

/** The text of an offer, which ends with the company's phone number. */
export function offerText({ visit, earlier, until: untilTime, people, href }: Offering) {
  const { therapist } = earlier;
  const isOther = therapist !== visit.therapist;
  const until = whenInText({ ...earlier, start_at: untilTime });
  const { company } = people.patient;
  const values = { company: company.name, when: whenInText(earlier), therapist, until };
  const sentence = (link: string) =>
    fill(isOther ? offerStrings.textWith : offerStrings.text, { ...values, link });
  return textWithCall({ sentence, link: href, company });
}

function offerMail({ visit, earlier, until, people: { patient }, href }: Offering) {
  return {
    subject: offerStrings.mail.subject,
    body: mailText(
      greeting(firstName(patient.name)),
      offerStrings.mail.lead,
      block(factsForPatient(earlier)),
      fill(offerStrings.mail.yours, { when: whenForPatient(visit), therapist: visit.therapist }),
      linkLine({ label: offerStrings.mail.button, href }),
      fill(offerStrings.page.until, { when: whenForPatient({ ...visit, start_at: until }) }),
      offerStrings.mail.next,
      closing(patient.company),
    ),
  };
}
