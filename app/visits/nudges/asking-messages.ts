import type { CompanyContact } from "~/company/company.server";
import { firstName } from "~/core/first-name";
import { fill } from "~/core/language/strings";
import { formatPhone } from "~/core/phone";
import { closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import { messageStrings } from "~/messages/staff-strings";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { whenForPatient, whenInText } from "../visit-times";

/** The reason to ask the patient to choose a time. */
export interface Asking {
  kind: "missed-visit" | "nudge";
  /** A second message with the same key isn't sent. */
  key: string;
  /** The visit that the patient missed. */
  visit?: Visit;
}

interface AskedPatient {
  name: string | null;
  company: CompanyContact;
  links: { schedule: string; track: string };
}

const oneSms = 160;

/** In the reader's language. */
export function askingText({ visit }: Asking, { company, links }: AskedPatient) {
  const { text } = visitStrings;
  const sentence = (link: string) =>
    visit ? fill(text.missed, { when: whenInText(visit), link }) : fill(text.nudge, { link });
  const body = (link: string) => `${company.name}: ${sentence(link)}`;
  // On a separate line, so that it isn't read as part of the link.
  const call = company.phone ? `\n${fill(text.call, { phone: formatPhone(company.phone) })}` : "";
  const tail = body(links.schedule).length + call.length <= oneSms ? call : "";
  return { body: body(links.schedule) + tail, shown: body(messageStrings.linkHidden) + tail };
}

/** In the reader's language. */
export function askingEmail({ visit }: Asking, { name, company, links }: AskedPatient) {
  const { subject, lead } = visitStrings;
  return {
    subject: visit ? subject.missed : subject.nudge,
    body: mailText(
      greeting(firstName(name)),
      visit ? fill(lead.missed, { when: whenForPatient(visit) }) : lead.nudge,
      linkLine({ label: visit ? lead.chooseNew : lead.choose, href: links.schedule }),
      linkLine({ label: visitStrings.trackLink, href: links.track }),
      closing(company),
    ),
  };
}
