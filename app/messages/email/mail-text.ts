import { questions } from "~/company/call-company";
import { fill } from "~/core/language/strings";
import type { CompanyContact } from "~/ui/page-context";
import { patientStrings } from "../strings";

/** Joins paragraphs. `mail-html.ts` frames blocks, shows the first link as a button, and links phone numbers. */
export const mailText = (...paragraphs: (string | null | undefined)[]): string =>
  paragraphs.filter(Boolean).join("\n\n");

export const greeting = (name: string | null) =>
  name ? fill(patientStrings.helloName, { name }) : patientStrings.hello;

export const block = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join("\n");

export interface MailLink {
  label: string;
  href: string;
}

export const linkLine = (link: MailLink | null | undefined) => link && `${link.label}:\n${link.href}`;

/** @param ask a sentence with the phone number */
export const closing = (company: CompanyContact, ask = questions(company)): string => {
  const hours = company.phone && company.support_hours ? ` ${company.support_hours}` : "";
  return `${ask}${hours}\n\n${company.name}`;
};
