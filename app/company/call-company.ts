import { fill } from "~/core/language/strings";
import { formatPhone } from "~/core/phone";
import type { CompanyContact } from "~/ui/page-context";
import { strings } from "./strings";

type Contact = Pick<CompanyContact, "name" | "phone">;

/** "call Acme Sleep at (919) 555-0123". Without a number on file, a general phrase. */
export const callCompany = (company: Contact | null | undefined): string =>
  company?.phone
    ? fill(strings.callUs, { company: company.name, phone: formatPhone(company.phone) })
    : strings.callUsUnknown;

/** "Questions? Call Acme Sleep at (919) 555-0123." */
export const questions = ({ name, phone }: Contact): string =>
  phone ? fill(strings.questions, { company: name, phone: formatPhone(phone) }) : strings.questionsUnknown;
