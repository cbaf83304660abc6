import type { AppTx } from "~/boot/app.server";
import { inLanguage } from "~/core/language/language-scope.server";
import { fill } from "~/core/language/strings";
import { firstName } from "~/core/short-name";
import { block, closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { enqueue, type Notice } from "~/messages/enqueue.server";
import { visitOffer } from "~/messages/message-kinds";
import { messageStrings } from "~/messages/staff-strings";
import { findPeople, type People } from "~/visits/find-people.server";
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
  channel: "sms" | "email";
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

/** Queues an offer's text or email, inside the caller's transaction. */
export async function sendOffer(
  { trx, app }: AppTx,
  { visit, time, until, channel, href }: Sent,
): Promise<void> {
  const people = await findPeople({ trx, app }, visit);
  const notice = inLanguage(people.reader, () =>
    offerNotice({ visit, earlier: visitAt(visit, time), until, people, channel, href }),
  );
  if (!notice) throw new Error("The patient has no phone number or email address for this offer.");
  const about = {
    kind: visitOffer,
    order_id: visit.order_id,
    visit_id: visit.id,
    visit_start: visit.start_at,
  };
  await enqueue({ trx, app }, [{ ...notice, ...about, language: people.reader.language }]);
}

interface Offering {
  visit: Visit;
  earlier: Visit;
  until: number;
  people: People;
  href: string;
}

function offerNotice({
  channel,
  ...offering
}: Offering & Pick<Sent, "channel">): Omit<Notice, "kind"> | null {
  const { visit, earlier, people, href } = offering;
  const { phone, email } = people;
  const mail = email === null ? null : offerMail(offering, email);
  if (channel === "email") return mail && { channel, ...mail };
  if (!phone) return null;
  const { therapist } = earlier;
  const isOther = therapist !== visit.therapist;
  const until = whenInText({ ...earlier, start_at: offering.until });
  const values = { company: people.patient.company.name, when: whenInText(earlier), therapist, until };
  const text = (link: string) =>
    fill(isOther ? offerStrings.textWith : offerStrings.text, { ...values, link });
  return {
    channel,
    recipient: phone,
    body: text(href),
    shown: text(messageStrings.linkHidden),
    replacement: mail ?? undefined,
  };
}

function offerMail({ visit, earlier, until, people: { patient }, href }: Offering, recipient: string) {
  return {
    recipient,
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
