import { plural } from "~/core/plural";
import { dayNames, partAdjectives } from "../describe-wish";
import { offersHref } from "../pages/offers-query";
import type { pageOfWaiting } from "../waits/page-of-waiting.server";
import { helpWeeks } from "../waits/what-would-help";

type Waiting = Awaited<ReturnType<typeof pageOfWaiting>>;

/** Which added hours would give patients without a visit one, with a link to the patients behind each number. */
export function WhatHelps({ waiting: { helps, without } }: { waiting: Pick<Waiting, "helps" | "without"> }) {
  if (helps.length === 0) return null;
  return (
    <section aria-label="What would help" className="stack">
      <h2>What would help</h2>
      <ul>
        {helps.map(({ part, hours, days, patients }) => (
          <li key={part}>
            {`${hours} more ${partAdjectives[part]} ${hours === 1 ? "hour" : "hours"} a week would clear `}
            <a href={offersHref({ help: part })}>
              {patients}
              <span className="unseen">{` waiting for ${partAdjectives[part]} hours`}</span>
            </a>
            {" of "}
            <a href={offersHref({ who: "without" })}>
              {without}
              <span className="unseen"> waiting without a visit</span>
            </a>
            <span className="soft under">
              {days
                .map(({ weekday, hours: each }) => `${dayNames[weekday - 1]}: ${plural(each, "hour")}`)
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
      <p className="soft">
        {`Counted for patients without a visit, who could all come within ${helpWeeks} weeks, in the order of the list. Add hours on a therapist's page.`}
      </p>
    </section>
  );
}
