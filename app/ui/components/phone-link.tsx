import { formatPhone, parsePhone } from "~/core/phone";
import { dialHref, splitExtension } from "~/core/phone-extension";
import { ButtonLink } from "./button";

interface PhoneLinkProps {
  /** E.164. */
  phone: string;
  extension: string | null;
  className?: string;
}

/** Dials a patient's number and, after a pause, its extension. */
export const PhoneLink = ({ phone, extension, className }: PhoneLinkProps) => (
  <a href={dialHref(phone, extension)} className={className}>
    {formatPhone(phone)}
    {extension && ` ext. ${extension}`}
  </a>
);

/** A button that dials a patient's number. */
export const PhoneButton = ({ phone, extension }: Omit<PhoneLinkProps, "className">) => (
  <ButtonLink href={dialHref(phone, extension)} look="quiet">
    Call {formatPhone(phone)}
    {extension && ` ext. ${extension}`}
  </ButtonLink>
);

/** A number as the order system has it, in any format. Unknown formats are shown unchanged. */
export function WrittenPhone({ number: written }: { number: string }) {
  const { number, extension } = splitExtension(written);
  const phone = parsePhone(number);
  if (phone) return <PhoneLink phone={phone} extension={extension} />;
  return <a href={dialHref(number.replace(/[^\d+]/g, ""), extension)}>{written}</a>;
}
