import { formatPhone } from "~/core/phone";
import type { CompanyContact } from "./company.server";

/** "call Acme Sleep at (919) 555-0123"; without a number on file, whom to call. */
export const callCompany = (company: Pick<CompanyContact, "name" | "phone"> | null | undefined): string =>
  company?.phone
    ? `call ${company.name} at ${formatPhone(company.phone)}`
    : "call the clinic or equipment company that sent you here";
