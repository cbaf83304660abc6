import type { FormProblem } from "~/core/form-problem";
import { CompanyPhone } from "~/ui/company-phone";
import { Check } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { usePage } from "~/ui/page-context";
import { strings as shellStrings } from "~/ui/strings";
import { consentTerms } from "~/visits/consent-wording";
import { visitStrings } from "~/visits/strings";
import type { OrderDetails } from "../find-order-details.server";
import { strings } from "../strings";

interface ConsentProps {
  /** Null in query sessions. */
  order: Pick<OrderDetails, "areTextsOptional"> | null;
  problem: FormProblem | undefined;
}

/** The box with which a patient agrees to texts, and what carriers require next to it. */
export const Consent = ({ order, problem }: ConsentProps) => (
  <>
    <Check
      name="sms_consent"
      label={visitStrings.consent}
      defaultChecked={problem?.typed.sms_consent === "on"}
      aria-invalid={problem?.fields.sms_consent ? true : undefined}
      data-needed={order?.areTextsOptional ? undefined : ""}
    />
    <p className="soft consent-terms">
      {`${consentTerms()} `}
      <a href="/terms">{shellStrings.terms}</a> <a href="/privacy">{shellStrings.privacy}</a>
    </p>
    {order && !order.areTextsOptional && (
      <p className="soft">
        {`${strings.withoutTexts} `}
        <CompanyPhone />.
      </p>
    )}
  </>
);

interface UpdatesChoiceProps {
  order: Pick<OrderDetails, "phone" | "hasEmail">;
  problem: FormProblem | undefined;
}

/** For companies whose patients can book without agreeing to texts. Offers only what can be sent. */
export function UpdatesChoice({ order, problem }: UpdatesChoiceProps) {
  const { unsent } = usePage();
  const ways = [
    ...(order.phone && !unsent.includes("sms") ? (["text"] as const) : []),
    ...(order.hasEmail && !unsent.includes("email") ? (["email"] as const) : []),
    "phone" as const,
  ];
  const [message] = problem?.fields.updates ?? [];
  return (
    <fieldset className="plain-choices">
      <legend>{strings.updates.title}</legend>
      {message && <Notice tone="bad">{message}</Notice>}
      {ways.map((way) => (
        <label key={way} className="check">
          <input
            type="radio"
            name="updates"
            value={way}
            defaultChecked={problem?.typed.updates === way}
            aria-invalid={message ? true : undefined}
          />
          <span>{strings.updates[way]}</span>
        </label>
      ))}
    </fieldset>
  );
}
