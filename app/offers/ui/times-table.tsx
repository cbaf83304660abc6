import { plural } from "~/core/plural";
import { ButtonLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { pageOfFreedTimes } from "../list-offers.server";
import { offerFormHref } from "../pages/offers-query";
import { staffStrings } from "../staff-strings";

type Times = Awaited<ReturnType<typeof pageOfFreedTimes>>;

export const TimesTable = ({ times, now }: { times: Times; now: number }) => (
  <Table
    caption="Openings"
    rows={times}
    rowKey={({ therapistId, start }) => `${therapistId} ${start}`}
    empty={`No openings. They appear here when a visit is canceled or moved, or when availability is added. To offer any other opening, choose “${staffStrings.offer}”.`}
    stacks
    columns={[
      {
        head: "Time",
        align: "when",
        cell: ({ start, timezone }) => (
          <b>
            <DateTime at={start} zone={timezone} />
          </b>
        ),
      },
      {
        head: "Therapist",
        align: "name",
        cell: ({ therapist, therapistId }) => (
          <a href={`/therapists/${therapistId}`} data-opens="">
            {therapist}
          </a>
        ),
      },
      { head: "Region", cell: ({ region }) => region },
      { head: "Reason", cell: whyFree },
      {
        head: "Offers",
        cell: ({ sent, open }) => (sent === 0 ? "No offers yet" : `${plural(sent, "offer")}, ${open} open`),
      },
      { head: "Next offers", cell: (time) => <NextOffers time={time} now={now} /> },
      {
        head: "Offer",
        align: "acts",
        cell: (time) => (
          <ButtonLink href={offerFormHref(time)} look="quiet" size="small">
            Offer…
            <span className="unseen"> this time with {time.therapist}</span>
          </ButtonLink>
        ),
      },
    ]}
  />
);

function whyFree({ isLeft, nextWaveAt }: Times[number]): string {
  if (isLeft) return "Visit canceled or moved";
  return nextWaveAt === null ? "Offered by staff" : "Availability added";
}

function NextOffers({ time, now }: { time: Times[number]; now: number }) {
  const { nextWaveAt, timezone } = time;
  if (nextWaveAt === null) return "Only staff can send more offers";
  if (nextWaveAt <= now) return "When it fits a waiting patient";
  return (
    <>
      Next: <DateTime at={nextWaveAt} zone={timezone} />
    </>
  );
}
