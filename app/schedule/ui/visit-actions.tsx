import { CompanyPhone } from "~/ui/company-phone";
import { ButtonLink } from "~/ui/components/button";
import { strings } from "../strings";

/** @param hours until a visit can no longer be changed online */
export function VisitActions({ mayChange, hours }: { mayChange: boolean; hours: number }) {
  if (!mayChange) {
    return (
      <p>
        {`${strings.tooLate(hours)} `}
        <CompanyPhone />.
      </p>
    );
  }
  return (
    <div className="stack">
      <ButtonLink look="quiet" size="wide" href="/my-visit/move">
        {strings.change}
      </ButtonLink>
      <p className="soft">{strings.changeUntil(hours)}</p>
      <p>
        <a className="tall" href="/my-visit/cancel">
          {strings.cancel}
        </a>
      </p>
    </div>
  );
}
