import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import type { Earlier } from "../find-earlier.server";
import { offerStrings } from "../strings";

/** For My visit: an offer that the patient hasn't answered. */
export function OpenOffer({ earlier }: { earlier: Earlier | null }) {
  if (!earlier?.offer) return null;
  const strings = offerStrings.wish;
  return (
    <Notice tone="dawn">
      <div className="stack">
        <p>{strings.open}</p>
        <ButtonLink size="wide" href={earlier.offer}>
          {strings.openLink}
        </ButtonLink>
      </div>
    </Notice>
  );
}

/** For My visit: the patient's wish for an earlier time. */
export function EarlierLine({ earlier }: { earlier: Earlier | null }) {
  if (!earlier) return null;
  const strings = offerStrings.wish;
  const { wish, reachable } = earlier;
  if (!wish) return <p>{strings.paused}</p>;
  return (
    <p>
      {wish.wanted && `${reachable ? strings.isOn : strings.noMessages} `}
      <a className="tall" href="/my-visit/earlier">
        {wish.wanted ? strings.linkOn : strings.link}
      </a>
    </p>
  );
}
