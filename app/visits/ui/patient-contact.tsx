import { statusWord } from "~/core/visit-status";
import { ButtonLink } from "~/ui/components/button";
import { PhoneLink } from "~/ui/components/phone-link";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import type { ContactDetails } from "../reassign/contact-details.server";
import type { Visit } from "../visit";

interface PatientContactProps {
  visit: Pick<Visit, "patient_id" | "brightree_db" | "status">;
  contact: ContactDetails;
}

export function PatientContact({ visit, contact }: PatientContactProps) {
  const { hidesNames } = usePage();
  const { phone, noText, textHref } = contact;
  const name = hidesNames ? null : contact.name;
  const patient = name ?? `patient ${visit.patient_id}`;
  return (
    <>
      <p>
        {name && `${name}, `}
        <span className="soft">
          patient <span className="num">{visit.patient_id}</span>, {visit.brightree_db},{" "}
          {statusWord(visit.status)}
        </span>
      </p>
      <p className="buttons patient-contact">
        {phone && <PhoneLink phone={phone} extension={contact.extension} className="num phone" />}
        {noText === null ? (
          <ButtonLink href={textHref} look="quiet" size="small">
            Text<span className="unseen"> {patient}</span>
          </ButtonLink>
        ) : (
          <span className="soft small">{noText}</span>
        )}
        {contact.textedAt && (
          <span className="soft small">
            Texted <DateTime at={contact.textedAt} />
          </span>
        )}
      </p>
    </>
  );
}
