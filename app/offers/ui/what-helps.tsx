import { plural } from "~/core/plural";
import { dayNames, partAdjectives } from "../describe-wish";
import { offersHref } from "../pages/offers-query";
import type { pageOfWaiting } from "../waits/page-of-waiting.server";
import { helpWeeks } from "../waits/what-would-help";

type Waiting = Awaited<ReturnType<typeof pageOfWaiting>>;

/**
 * How many patients without a visit an open time already fits, and which added hours would give the others one, with a
 * link to the patients behind each number.
 */
export function WhatHelps({ waiting }: { waiting: Pick<Waiting, "helps" | "without" | "unfit"> }) {
  const { helps, without, unfit } = waiting;
  const fitting = without - unfit;
  if (fitting === 0 && helps.length === 0) return null;
  return (
    <section aria-label="What would help" className="stack">
      <h2>What would help</h2>
      <ul>
        {fitting > 0 && (
          <li>
            Book a visit: an open time already fits{" "}
            <a href={offersHref({ who: "fits" })}>
              {fitting}
              <span className="unseen"> waiting with an open time that fits</span>
            </a>
            {" of "}
            <a href={offersHref({ who: "without" })}>
              {without}
              <span className="unseen"> waiting without a visit</span>
            </a>
          </li>
        )}
        {helps.map(({ part, hours, days, patients }) => (
          <li key={part}>
            {`${hours} more ${partAdjectives[part]} ${hours === 1 ? "hour" : "hours"} a week would clear `}
            <a href={offersHref({ help: part })}>
              {patients}
              <span className="unseen">{` waiting for ${partAdjectives[part]} hours`}</span>
            </a>
            {" of "}
            <a href={offersHref({ who: "unfit" })}>
              {unfit}
              <span className="unseen"> waiting without an open time that fits</span>
            </a>
            <span className="soft under">
              {days
                .map(({ weekday, hours: each }) => `${dayNames[weekday - 1]}: ${plural(each, "hour")}`)
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
      {helps.length > 0 && (
        <p className="soft">
          {`More hours are counted for patients without a visit for whom no open time is left, who could all come within ${helpWeeks} weeks, in the order of the list. Open a therapist under `}
          <a href="/calendars?tab=capacity">Capacity</a>, and add hours there.
        </p>
      )}
    </section>
  );
}
