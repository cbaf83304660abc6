import { fill } from "~/core/language/strings";
import { formatLongDay } from "~/core/time";
import { kindLine } from "~/schedule/ui/kind-choice";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { allParts, allWeekdays } from "../offer-schema";
import { offerStrings } from "../strings";
import type { WaitPage } from "../waits/find-wait-page.server";
import { describeNotice } from "./earlier-form";
import { EndWaitForm } from "./wait-form";

/** The wish of a patient without a visit, the next step, and what happens if no time opens up. */
export function WaitView({ page }: { page: WaitPage }) {
  const strings = offerStrings.wait;
  const { wait, reachable, channel, offer, fits, zone, untilAt, pageToken } = page;
  const isCalled = wait.call !== null;
  return (
    <section className="panel stack">
      {offer && (
        <Notice tone="dawn">
          <div className="stack">
            <p>{strings.open}</p>
            <ButtonLink size="wide" href={offer}>
              {strings.openLink}
            </ButtonLink>
          </div>
        </Notice>
      )}
      {wait.call && <Notice tone="dawn">{strings.call[wait.call]}</Notice>}
      {fits && zone && (
        <div className="stack">
          <p>{strings.fitsNow}</p>
          <p className="visit-when">
            <DateTime at={fits.start} zone={zone} format="full" fixed />
          </p>
          {fits.kind && <p>{kindLine(fits.kind)}</p>}
          <p>{fill(offerStrings.page.with, fits)}</p>
          <ButtonLink size="wide" look={offer ? "quiet" : "main"} href={fits.href}>
            {strings.fitsNowLink}
          </ButtonLink>
        </div>
      )}
      {!isCalled && (
        <div className="stack part">
          <h2>{strings.now}</h2>
          {reachable && <p>{channel === "text" ? strings.byText : strings.byEmail}</p>}
          {reachable && <p>{strings.limit}</p>}
          {untilAt !== null && zone && (
            <p>{fill(strings.ifNothing, { until: formatLongDay(untilAt, zone) })}</p>
          )}
        </div>
      )}
      <div className="part">
        <h2>{strings.asked}</h2>
        <ul>
          {describeWait(wait).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <ButtonLink look="quiet" size="wide" href="/my-wait?change=1">
        {strings.change}
      </ButtonLink>
      <ButtonLink look="quiet" size="wide" href="/schedule">
        {strings.book}
      </ButtonLink>
      <EndWaitForm pageToken={pageToken} />
    </section>
  );
}

function describeWait({
  parts,
  weekdays,
  notice_hours,
  standby,
  kinds,
  bookable_kinds: bookable,
}: WaitPage["wait"]): string[] {
  const { wait, wish } = offerStrings;
  const isAny = parts.length === allParts.length && weekdays.length === allWeekdays.length;
  const days = allWeekdays.filter((weekday) => weekdays.includes(weekday));
  const chosen = bookable?.filter(({ id }) => kinds?.includes(id)) ?? [];
  return [
    ...(bookable && chosen.length < bookable.length ? [chosen.map(({ name }) => name).join(", ")] : []),
    ...(isAny
      ? [wait.any]
      : [
          parts.map((part) => wish.partNames[part]).join(", "),
          days.map((weekday) => wish.weekdayNames[`d${weekday}`]).join(", "),
        ]),
    fill(wait.notice, { notice: describeNotice(notice_hours) }),
    ...(standby ? [wait.standbyOn] : []),
  ];
}
