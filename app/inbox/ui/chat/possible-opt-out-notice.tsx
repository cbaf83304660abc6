import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { consentStrings } from "../../consent-strings";
import type { Thread } from "../../threads/thread";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

/** Asks staff about a text that may be an opt-out, or about a wrong number. */
export function PossibleOptOutNotice({ view, thread }: { view: View; thread: Thread }) {
  const isWrong = thread.hold === "wrong_number";
  return (
    <Notice tone="dawn" role="status">
      <p>
        <strong>{isWrong ? consentStrings.wrong : consentStrings.possible}.</strong>{" "}
        {isWrong ? consentStrings.wrongHint : consentStrings.possibleHint}
      </p>
      <ChangeForm view={view} threadId={thread.id} change="hold" className="row">
        {isWrong ? (
          <Button look="quiet" size="small" name="decision" value="resolved">
            {consentStrings.resolve}
          </Button>
        ) : (
          <>
            <Button look="quiet" size="small" name="decision" value="opt_out">
              {consentStrings.confirm}
            </Button>
            <Button look="quiet" size="small" name="decision" value="not_opt_out">
              {consentStrings.notOptOut}
            </Button>
          </>
        )}
      </ChangeForm>
    </Notice>
  );
}
