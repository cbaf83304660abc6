import { howConsented } from "~/messages/consent/consent-source";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { consentStrings } from "../../consent-strings";
import { strings } from "../../strings";
import type { Thread } from "../../threads/thread";
import type { View } from "../view";
import { PossibleOptOutNotice } from "./possible-opt-out-notice";

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
      {thread.hold && <PossibleOptOutNotice view={view} thread={thread} />}
    </>
  );
}
