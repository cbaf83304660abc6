import { firstName } from "~/core/first-name";
import { fill } from "~/core/language/strings";
import { closing, greeting, linkLine, mailText } from "~/messages/email/mail-text";
import type { CompanyContact } from "~/ui/page-context";
import { textWithCall } from "../notices/patient-messages";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";
import { whenForPatient, whenInText } from "../visit-times";

/** The reason for asking the patient to choose a time. */
export interface Asking {
  kind: "missed-visit" | "nudge";
  /** A second message with the same key isn't sent. */
  key: string;
  visit?: Visit;
}

interface AskedPatient {
  name: string | null;
  company: CompanyContact;
  links: { schedule: string; track: string };
}

export function askingText({ visit }: Asking, { company, links }: AskedPatient) {
  const { text } = visitStrings;
  const sentence = (link: string) =>
    visit ? fill(text.missed, { when: whenInText(visit), link }) : fill(text.nudge, { link });
  return textWithCall((link) => `${company.name}: ${sentence(link)}`, links.schedule, company);
}

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
