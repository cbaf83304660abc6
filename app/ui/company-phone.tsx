import { formatPhone } from "~/core/phone";
import { usePage } from "./page-context";
import { strings } from "./strings";

/** "Acme Sleep at (919) 555-0123" with a link to call; without a number on file, who to look for. */
export function CompanyPhone() {
  const { company } = usePage();
  if (!company?.phone) return <>{strings.yourCompany}</>;
  return (
    <>
      {`${company.name} ${strings.at} `}
      <PhoneLink />
    </>
  );
}

/** The number alone; without one on file, who to look for. */
export function PhoneLink() {
  const { company } = usePage();
  if (!company?.phone) return <>{strings.yourCompany}</>;
  return (
    <a className="phone" dir="ltr" href={`tel:${company.phone}`}>
      {formatPhone(company.phone)}
    </a>
  );
}
