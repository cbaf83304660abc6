import { ButtonLink } from "~/ui/components/button";
import { words } from "../strings";

/** What a patient can do about their visit, and until when. */
export function VisitChoices({ mayChange, hours }: { mayChange: boolean; hours: number }) {
  if (!mayChange) return <p>{words.tooLateToChange(hours)}</p>;
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
