import { callCompany } from "~/company/call-company";
import { counted, fill } from "~/core/language/strings";
import { formatPhone } from "~/core/phone";
import { firstName } from "~/core/short-name";
import { block, closing, greeting, linkLine, type MailLink, mailText } from "~/messages/email/mail-text";
import { messageStrings } from "~/messages/staff-strings";
import type { CompanyContact } from "~/ui/page-context";
import { visitStrings } from "../strings";
import type { VisitNotice } from "./visit-notices";

export interface PatientOfVisit {
  name: string | null;
  company: CompanyContact;
  /** URLs of the patient's pages. Null if there is no link code. */
  links: { schedule: string; track: string } | null;
  /** How many hours before the visit online changes close. Set only if they have closed. */
  closedHours: number | null;
  /** The first sentence of a helper's copy. */
  copyOf?: string;
}

/** "It's less than 4 hours away. To change or cancel it, call …" */
export const tooLateToChange = (hours: number, company: CompanyContact | null) =>
  fill(visitStrings.tooLateToChange, {
    hours: counted(visitStrings.hours, hours),
    callUs: callCompany(company),
  });

const oneSms = 160;

/**
 * Writes a text as it is sent, and as staff see it (without the patient's link). It ends with the company's phone
 * number if that fits in the first SMS.
 * @param sentence has `{phone}`
 */
export function textWithCall(
  text: (link: string) => string,
  link: string,
  { phone }: CompanyContact,
  sentence: typeof visitStrings.text.call | typeof visitStrings.text.changeCall = visitStrings.text.call,
) {
  const body = text(link);
  const call = phone ? fill(sentence, { phone: formatPhone(phone) }) : "";
  // After a link, this gets its own line, because phones could read a period as part of the link.
  const gap = /[.?!]$/.test(body) ? " " : "\n";
  const tail = call && body.length + call.length < oneSms ? gap + call : "";
  return { body: body + tail, shown: text(messageStrings.linkHidden) + tail };
}

export function visitText(notice: VisitNotice, { company, links, closedHours }: PatientOfVisit) {
  const isClosed = closedHours !== null && notice.kind !== "visit-cancelled";
  const label = notice.smsLink && isClosed ? visitStrings.text.details : notice.smsLink;
  const text = (link: string) =>
    `${company.name}: ${notice.sms}${label && links ? ` ${label}: ${link}` : ""}`;
  const { call, changeCall } = visitStrings.text;
  const sentence = isClosed && notice.smsAskingClosed ? changeCall : call;
  return textWithCall(text, links?.schedule ?? "", company, sentence);
}

export function visitMail(notice: VisitNotice, patient: PatientOfVisit): string {
  const { name, company, links, closedHours, copyOf } = patient;
  const isOver = notice.kind === "visit-completed";
  const page = links && !isOver ? pageLink(notice, links.schedule, closedHours) : null;
  const closed =
    closedHours !== null && !isOver && !["visit-cancelled", "therapist-late"].includes(notice.kind)
      ? tooLateToChange(closedHours, company)
      : undefined;
  return mailText(
    greeting(copyOf ? name : firstName(name)),
    copyOf,
    notice.lead,
    notice.facts && block(notice.facts),
    linkLine(notice.button),
    notice.next,
    linkLine(page),
    linkLine(links && { label: visitStrings.trackLink, href: links.track }),
    closing(company, closed),
  );
}

function pageLink({ kind, smsLink }: VisitNotice, href: string, closedHours: number | null): MailLink | null {
  if (kind === "visit-cancelled") return { label: smsLink ?? "", href };
  return closedHours === null ? { label: visitStrings.changeLink, href } : null;
}
