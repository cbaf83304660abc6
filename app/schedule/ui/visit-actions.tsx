import { ButtonLink } from "~/ui/components/button";
import { visitStrings } from "~/visits/strings";
import { strings } from "../strings";

export function VisitActions({ mayChange, hours }: { mayChange: boolean; hours: number }) {
  if (!mayChange) return <p>{visitStrings.tooLateToChange(hours)}</p>;
  return (
    <>
      <div className="buttons">
        <ButtonLink look="quiet" href="/my-visit/move">
          {strings.change}
        </ButtonLink>
        <ButtonLink look="danger" href="/my-visit/cancel">
          {strings.cancel}
        </ButtonLink>
      </div>
      <p className="soft">{strings.changeUntil(hours)}</p>
    </>
  );
}
