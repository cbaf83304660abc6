import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import type { Thread } from "../../threads/thread";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

/** Asks staff to decide whether a text is an opt-out, or to resolve a wrong number. */
export function PossibleOptOutNotice({ view, thread }: { view: View; thread: Thread }) {
  const isWrong = thread.hold === "wrong_number";
  return (
    <Notice tone="dawn" role="status">
      <p>
        <strong>{isWrong ? "This number may belong to someone else" : "This may be an opt-out"}.</strong>{" "}
        {isWrong
          ? "Automated texts to this number are paused. Check the patient's phone number."
          : "Automated texts to this number are paused until you decide."}
      </p>
      <ChangeForm view={view} change="hold" className="row">
        {isWrong ? (
          <Button look="quiet" size="small" name="decision" value="resolved">
            Resolve
          </Button>
        ) : (
          <>
            <Button look="quiet" size="small" name="decision" value="opt_out">
              Confirm opt-out
            </Button>
            <Button look="quiet" size="small" name="decision" value="not_opt_out">
              Not an opt-out
            </Button>
          </>
        )}
      </ChangeForm>
    </Notice>
  );
}
