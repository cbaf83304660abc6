import type { ReactNode } from "react";
import { counted, fill } from "~/core/language/strings";
import { CompanyPhone } from "~/ui/company-phone";
import { ButtonLink } from "~/ui/components/button";
import { visitStrings } from "~/visits/strings";
import { strings } from "../strings";

/** @param hours how many hours before a visit online changes close */
export const TooLate = ({ hours }: { hours: number }) => (
  <p>
    {`${fill(strings.tooLate, { hours: counted(visitStrings.hours, hours) })} `}
    <CompanyPhone />.
  </p>
);

interface ChangeMenuProps {
  mayChange: boolean;
  /** How many hours before a visit online changes close. */
  hours: number;
  children?: ReactNode;
}

/** The actions other than the page's main one. */
export const ChangeMenu = ({ mayChange, hours, children }: ChangeMenuProps) => (
  <>
    {!mayChange && <TooLate hours={hours} />}
    {(mayChange || children) && (
      <details className="change-menu" id="change">
        <summary className="button quiet wide">
          {mayChange ? strings.changeMenu : strings.otherChoices}
        </summary>
        <div className="stack">
          {mayChange && <MoveOrCancel hours={hours} />}
          {children}
        </div>
      </details>
    )}
  </>
);

function MoveOrCancel({ hours }: { hours: number }) {
  return (
    <>
      <ButtonLink look="quiet" size="wide" href="/my-visit/move">
        {strings.change}
      </ButtonLink>
      <p className="soft">{fill(strings.changeUntil, { hours: counted(visitStrings.hours, hours) })}</p>
      <p>
        <a className="tall" href="/my-visit/cancel">
          {strings.cancel}
        </a>
      </p>
    </>
  );
}
