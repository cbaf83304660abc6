import { Check } from "~/ui/components/field";
import { strings as shellStrings } from "~/ui/strings";
import { consentTerms } from "~/visits/consent-wording";
import { visitStrings } from "~/visits/strings";

/** The patient's consent to texts, with the wording that a booking has. */
export const ConsentCheck = ({ isInvalid = false, isChecked = false }: ConsentCheckProps) => (
  <>
    <Check
      name="sms_consent"
      label={visitStrings.consent}
      defaultChecked={isChecked}
      aria-invalid={isInvalid || undefined}
    />
    <p className="soft consent-terms">
      {`${consentTerms()} `}
      <a href="/terms">{shellStrings.terms}</a> <a href="/privacy">{shellStrings.privacy}</a>
    </p>
  </>
);

interface ConsentCheckProps {
  isInvalid?: boolean;
  isChecked?: boolean;
}
