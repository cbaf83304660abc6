import { patientStrings } from "~/messages/strings";
import { Button } from "~/ui/components/button";
import { strings } from "../strings";

/** The button's label is stored as the consent wording. */
export function TextsSwitch({ on, pageToken }: { on: boolean; pageToken: string }) {
  return (
    <form method="post" action="/my-visit" className="stack">
      <p>{on ? strings.textsOn : strings.textsOff}</p>
      <input type="hidden" name="on" value={String(!on)} />
      <input type="hidden" name="page_token" value={pageToken} />
      <Button look="quiet" size="wide">
        {on ? patientStrings.switchOff : patientStrings.switchOn}
      </Button>
    </form>
  );
}
