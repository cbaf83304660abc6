import { callCompany } from "~/company/call-company";
import { counted, fill } from "~/core/language/strings";
import { formatPhone } from "~/core/phone";
import { firstName } from "~/core/short-name";
import { block, closing, greeting, linkLine, type MailLink, mailText } from "~/messages/email/mail-text";
import { rulesOf } from "~/messages/message-kinds";
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
  hasOwnReadyList: boolean;
  /** The first sentence of a helper's copy. */
  copyOf?: string;
}

/** "It's less than 4 hours away. To change or cancel it, call …" */
export const tooLateToChange = (hours: number, company: CompanyContact | null) =>
  fill(visitStrings.tooLateToChange, {
    hours: counted(visitStrings.hours, hours),
    callUs: callCompany(company),
  });

interface TextParts {
  sentence(link: string): string;
  link: string;
  company: CompanyContact;
  /** Has `{phone}`. */
  call?: typeof visitStrings.text.call | typeof visitStrings.text.changeCall;
  /** The last sentence. */
  end?: string;
}

/**
 * Writes a text as it is sent, and as staff see it (without the patient's link). After the sentence comes the
 * company's phone number.
 */
export function textWithCall({ sentence, link, company: { phone }, ...parts }: TextParts) {
  const body = sentence(link);
  const call = phone ? fill(parts.call ?? visitStrings.text.call, { phone: formatPhone(phone) }) : "";
  const tail = [call, parts.end ?? ""].filter(Boolean).join(/[.?!]$/.test(call) ? " " : ". ");
  // After a link, this gets its own line, because phones could read a period as part of the link.
  const gap = /[.?!]$/.test(body) ? " " : "\n";
  const after = tail && gap + tail;
  return { body: body + after, shown: sentence(messageStrings.linkHidden) + after };
}

export function visitText(notice: VisitNotice, { company, links, closedHours }: PatientOfVisit) {
  const isClosed = closedHours !== null && notice.kind !== "visit-cancelled";
  const label = notice.smsLink && isClosed ? visitStrings.text.yourVisit : notice.smsLink;
  const { call, changeCall } = visitStrings.text;
  return textWithCall({
    sentence: (link) =>
      `${company.name}: ${notice.sms}${label && links ? ` ${label}: ${link}` : (notice.smsInstead ?? "")}`,
    link: links?.schedule ?? "",
    company,
    call: isClosed && rulesOf(notice.kind).reminder?.asks ? changeCall : call,
  });
}

export function visitMail(notice: VisitNotice, patient: PatientOfVisit): string {
  const { name, company, links, closedHours, hasOwnReadyList, copyOf } = patient;
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
    notice.hasReadyList ? readyText(hasOwnReadyList, links !== null) : null,
    linkLine(page),
    linkLine(links && { label: visitStrings.trackLink, href: links.track }),
    closing(company, closed),
  );
}

function readyText(hasOwnList: boolean, hasPage: boolean): string | null {
  const { title, items, page, own } = visitStrings.ready;
  if (hasOwnList) return hasPage ? own : null;
  return [title, ...items.map((item) => `- ${item}`), ...(hasPage ? [page] : [])].join("\n");
}

function pageLink({ kind, smsLink }: VisitNotice, href: string, closedHours: number | null): MailLink | null {
  if (kind === "visit-cancelled") return { label: smsLink ?? "", href };
  return closedHours === null ? { label: visitStrings.changeLink, href } : null;
}
