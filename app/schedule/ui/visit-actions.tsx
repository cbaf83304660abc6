import { ButtonLink } from "~/ui/components/button";
import { visitStrings } from "~/visits/strings";
import { words } from "../strings";

/** What a patient can do about their visit, and until when. */
export function VisitChoices({ mayChange, hours }: { mayChange: boolean; hours: number }) {
  if (!mayChange) return <p>{visitStrings.tooLateToChange(hours)}</p>;
  return (
    <>
      <div className="buttons">
        <ButtonLink look="quiet" href="/my-visit/move">
          {words.change}
        </ButtonLink>
        <ButtonLink look="danger" href="/my-visit/cancel">
          {words.cancel}
        </ButtonLink>
      </div>
      <p className="soft">{words.changeUntil(hours)}</p>
    </>
  );
}
