import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { offerStrings } from "../strings";
import type { WaitLine } from "../waits/find-wait-line.server";

interface WaitLinkProps {
  wait: WaitLine | null;
  /** False if the page lists no times above. */
  hasTimes?: boolean;
}

/** Leads a patient without a visit to what they wait for, or to their open offer. */
export function WaitLink({ wait, hasTimes = true }: WaitLinkProps) {
  if (!wait) return null;
  const strings = offerStrings.wait;
  if (wait.offer) {
    return (
      <Notice tone="dawn">
        <div className="stack">
          <p>{strings.open}</p>
          <ButtonLink size="wide" href={wait.offer}>
            {strings.openLink}
          </ButtonLink>
        </div>
      </Notice>
    );
  }
  if (wait.isWaiting) {
    return (
      <p>
        {`${strings.isOn} `}
        <a className="tall" href="/my-wait">
          {strings.yours}
        </a>
      </p>
    );
  }
  return (
    <p className="wait-link">
      <ButtonLink look={hasTimes ? "quiet" : "main"} size="wide" href="/my-wait">
        {hasTimes ? strings.link : strings.linkNone}
      </ButtonLink>
    </p>
  );
}
