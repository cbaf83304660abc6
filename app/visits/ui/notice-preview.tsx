import type { Opening } from "~/availability/list-openings.server";
import { visitLength } from "~/availability/visit-length";
import { languageName } from "~/core/language/spoken-language";
import { movedNotice, type VisitEmail } from "../notices/visit-notices";
import type { ContactDetails } from "../reassign/contact-details.server";
import type { Visit } from "../visit";

const emailPreview = ({ subject, lead, facts = [], next }: VisitEmail) =>
  [subject, lead, ...facts, next].filter(Boolean).join("\n");

interface NoticePreviewProps {
  visit: Visit;
  contact: ContactDetails;
  slot: Opening;
}

export function NoticePreview({ visit, contact, slot }: NoticePreviewProps) {
  const channels = [contact.text && "text", contact.email && "email"].filter(Boolean).join(" and ");
  const notice = movedNotice({
    ...visit,
    therapist: slot.therapist,
    timezone: slot.zone,
    start_at: slot.start,
    end_at: slot.start + visitLength,
    status: "submitted",
  });
  return (
    <details className="notice-preview opener small">
      <summary>Preview messages</summary>
      <p>
        {channels
          ? `The patient will be notified by ${channels}.`
          : "The patient can't be notified: no phone or email."}{" "}
        {slot.therapist} and {visit.therapist} are notified by email.
      </p>
      {visit.language !== "en" && <p>{`The patient will get them in ${languageName(visit.language)}.`}</p>}
      {contact.text && <p className="message-preview">{`Text: ${notice.sms}`}</p>}
      {contact.email && <p className="message-preview">{`Email: ${emailPreview(notice)}`}</p>}
      {notice.therapist && (
        <p className="message-preview">{`To ${slot.therapist}: ${emailPreview(notice.therapist)}`}</p>
      )}
    </details>
  );
}
