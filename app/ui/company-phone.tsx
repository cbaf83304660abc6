import { formatPhone } from "~/core/phone";
import { usePage } from "./page-context";
import { strings } from "./strings";

/** "Acme Sleep at (919) 555-0123" with a link to call. If no number is on file, names the company to call. */
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

/** Shows only the number. If no number is on file, names the company to call. */
export function PhoneLink() {
  const { company } = usePage();
  if (!company?.phone) return <>{strings.yourCompany}</>;
  return <Phone number={company.phone} />;
}

export const Phone = ({ number }: { number: string }) => (
  <a className="phone" dir="ltr" href={`tel:${number}`}>
    {formatPhone(number)}
  </a>
);
