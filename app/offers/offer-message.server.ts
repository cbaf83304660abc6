import type { AppTx } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { fill } from "~/core/language/strings";
import { firstName } from "~/core/short-name";
import { block, closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { askPatient } from "~/visits/notices/ask-patient.server";
import type { Channel } from "~/visits/notices/choose-channel.server";
import { textWithCall } from "~/visits/notices/patient-messages";
import type { Visit } from "~/visits/visit";
import { factsForPatient, whenForPatient, whenInText, whereInText } from "~/visits/visit-times";
import type { OfferedKind } from "./offered-kinds.server";
import { offerStrings } from "./strings";

interface OfferedTime {
  start: number;
  therapist: { name: string; timezone: string };
}

interface Sent {
  orderId: number;
  /** Null for a patient without a visit. */
  visit: Visit | null;
  zone: string;
  kind: OfferedKind;
  time: OfferedTime;
  /** When the offer expires, ms UTC. */
  until: number;
  href: string;
}

type VisitTime = Pick<
  Visit,
  | "start_at"
  | "end_at"
  | "therapist"
  | "timezone"
  | "patient_zone"
  | "other_zone"
  | "call_me"
  | "kind"
  | "kind_es"
  | "mode"
  | "place"
  | "isUsual"
>;

export const visitAt = <Time extends VisitTime>(visit: Time, { start, therapist }: OfferedTime): Time => ({
  ...visit,
  start_at: start,
  end_at: start + visit.end_at - visit.start_at,
  therapist: therapist.name,
  timezone: therapist.timezone,
});

/** The first visit of a patient without one, as it would be at the offered time. */
export const firstVisitAt = (
  { start, therapist }: OfferedTime,
  { kind, zone }: { kind: OfferedKind; zone: string },
): VisitTime => ({
  start_at: start,
  end_at: start + kind.length,
  therapist: therapist.name,
  timezone: therapist.timezone,
  patient_zone: kind.placeZone ?? zone,
  other_zone: null,
  call_me: kind.mode === "phone",
  kind: kind.name,
  kind_es: kind.name_es,
  mode: kind.mode,
  place: kind.place,
  isUsual: kind.isUsual,
});

/** Queues an offer's text or email, inside the caller's transaction. @returns the channel */
export async function sendOffer({ trx, app }: AppTx, sent: Sent): Promise<Channel> {
  const { orderId, visit, zone, kind, time, until, href } = sent;
  const { name, ...company } = await ordersWithCompany(trx)
    .select(["companies.name as company", "companies.phone", "companies.support_hours"])
    .select("orders.patient_name as name")
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const offering = {
    visit,
    offered: visit ? visitAt(visit, time) : firstVisitAt(time, { kind, zone }),
    until,
    name,
    company: { ...company, name: company.company },
    href,
  };
  const channel = await askPatient(
    { trx, app },
    {
      orderId,
      kind: visit ? "visit-offer" : "wait-offer",
      visit_id: visit?.id ?? null,
      visit_start: visit?.start_at ?? null,
      write: () => ({ text: offerText(offering), mail: offerMail(offering) }),
    },
  );
  if (!channel) throw new Error("The patient has no phone number or email address for this offer.");
  return channel;
}

interface Offering {
  visit: Visit | null;
  offered: VisitTime;
  until: number;
  name: string | null;
  company: Parameters<typeof closing>[0];
  href: string;
}

/**
 * The text of an offer, which ends with the company's phone number. To fit in one segment, it leaves out until when the
 * patient can respond, which the offer's page shows.
 */
export function offerText({ visit, offered, company, href }: Omit<Offering, "name" | "until">) {
  const { therapist } = offered;
  const { text, textWith, wait } = offerStrings;
  const where = whereInText(offered);
  const when = whenInText(offered);
  const values = { company: company.name, when, therapist, where: where ? ` ${where}` : "" };
  const first = offered.mode === "class" ? wait.textSeat : wait.text;
  const template = visit ? (therapist === visit.therapist ? text : textWith) : first;
  return textWithCall({ sentence: (link) => fill(template, { ...values, link }), link: href, company });
}

function offerMail({ visit, offered, until, name, company, href }: Offering) {
  const { mail, wait, page } = offerStrings;
  return {
    subject: visit ? mail.subject : wait.mail.subject,
    body: mailText(
      greeting(firstName(name)),
      visit ? mail.lead : wait.mail.lead,
      block(factsForPatient(offered)),
      visit
        ? fill(mail.yours, { when: whenForPatient(visit), therapist: visit.therapist })
        : wait.mail.nothingBooked,
      linkLine({ label: visit ? mail.button : wait.mail.button, href }),
      fill(page.until, { when: whenForPatient({ ...offered, start_at: until }) }),
      mail.next,
      closing(company),
    ),
  };
}
