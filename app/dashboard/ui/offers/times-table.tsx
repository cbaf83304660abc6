import { offerWords } from "~/offers/offer-words";
import type { pageOfFreedTimes } from "~/offers/page-of-freed-times.server";
import { ButtonLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { offerFormHref } from "../../offers/offers-query";

type Times = Awaited<ReturnType<typeof pageOfFreedTimes>>;

export const TimesTable = ({ times, now }: { times: Times; now: number }) => (
  <Table
    caption="Open times"
    rows={times}
    rowKey={({ therapistId, start }) => `${therapistId} ${start}`}
    empty={`No open times. They appear here when a visit is canceled or moved, or when availability is added. To offer any other time, press “${offerWords.offer}”.`}
    stacks
    columns={[
      {
        key: "time",
        head: "Time",
        align: "when",
        cell: ({ start, timezone }) => (
          <b>
            <DateTime at={start} zone={timezone} />
          </b>
        ),
      },
      {
        key: "therapist",
        head: "Therapist",
        cell: ({ therapist, therapistId }) => (
          <a href={`/therapists/${therapistId}`} data-opens="">
            {therapist}
          </a>
        ),
      },
      { key: "region", head: "Region", cell: ({ region }) => region },
      {
        key: "why",
        head: "Origin",
        cell: ({ isLeft }) => (isLeft ? "Canceled or moved visit" : "New opening"),
      },
      {
        key: "open",
        head: "Open offers",
        cell: ({ open }) => (open === 1 ? "1 open offer" : `${open} open offers`),
      },
      {
        key: "wave",
        head: "Automatic offers",
        cell: ({ wave }) => (wave === 1 ? "Sent once" : `Sent ${wave} times`),
      },
      { key: "next", head: "Next offers", cell: (time) => <NextWave time={time} now={now} /> },
      {
        key: "offer",
        head: "Offer",
        align: "acts",
        cell: (time) => (
          <ButtonLink href={offerFormHref(time)} look="quiet" size="small">
            Offer…
            <span className="unseen"> this time of {time.therapist}</span>
          </ButtonLink>
        ),
      },
    ]}
  />
);

function NextWave({ time, now }: { time: Times[number]; now: number }) {
  const { nextWaveAt, timezone } = time;
  if (nextWaveAt === null) return "No automatic offers";
  if (nextWaveAt <= now) return "When it suits a waiting patient";
  return (
    <>
      At <DateTime at={nextWaveAt} zone={timezone} />
    </>
  );
}
