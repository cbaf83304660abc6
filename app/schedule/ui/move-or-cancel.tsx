import { counted, fill } from "~/core/language/strings";
import { CompanyPhone } from "~/ui/company-phone";
import { ButtonLink } from "~/ui/components/button";
import { visitStrings } from "~/visits/strings";
import { strings } from "../strings";

/** @param hours how many hours before a visit online changes close */
export function MoveOrCancel({ mayChange, hours }: { mayChange: boolean; hours: number }) {
  if (!mayChange) {
    return (
      <p>
        {`${fill(strings.tooLate, { hours: counted(visitStrings.hours, hours) })} `}
        <CompanyPhone />.
      </p>
    );
  }
  return (
    <div className="stack">
      <ButtonLink look="quiet" size="wide" href="/my-visit/move">
        {strings.change}
      </ButtonLink>
      <p className="soft">{fill(strings.changeUntil, { hours: counted(visitStrings.hours, hours) })}</p>
      <p>
        <a className="tall" href="/my-visit/cancel">
          {strings.cancel}
        </a>
      </p>
    </div>
  );
}
