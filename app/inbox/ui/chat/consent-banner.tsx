import { howConsented } from "~/messages/consent/consent-source";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { consentStrings } from "../../consent-strings";
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
          . You can't text this patient until they text YES or START, turn texts on, or ask you to turn them
          on.
        </Notice>
      ) : (
        thread.sms_consent === 0 && (
          <Notice tone="dawn" role="status">
            Awaiting patient SMS consent. Your messages are queued and will send automatically after they
            reply YES.
          </Notice>
        )
      )}
      {thread.hold && <PossibleOptOutNotice view={view} thread={thread} />}
    </>
  );
}
