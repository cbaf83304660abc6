import { howConsented } from "~/messages/consent/consent-source";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { consentStrings } from "../../consent-strings";
import { strings } from "../../strings";
import type { Thread } from "../../threads/thread";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

interface ConsentBannerProps {
  view: View;
  thread: Thread;
  latest: ConsentEntry | undefined;
}

export function ConsentBanner({ view, thread, latest }: ConsentBannerProps) {
  return (
    <>
      {latest?.given === 0 ? (
        <Notice tone="bad" role="status">
          {consentStrings.optedOut} {howConsented(latest)} on <DateTime at={latest.created_at} format="day" />
          . {consentStrings.off}
        </Notice>
      ) : (
        thread.sms_consent === 0 && (
          <Notice tone="dawn" role="status">
            {strings.awaiting}
          </Notice>
        )
      )}
      {thread.hold && <HoldNotice view={view} thread={thread} />}
    </>
  );
}

function HoldNotice({ view, thread }: { view: View; thread: Thread }) {
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
