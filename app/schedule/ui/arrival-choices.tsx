import { callCompany } from "~/company/call-company";
import { fill } from "~/core/language/strings";
import { formatWhen, iso } from "~/core/time";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { usePage } from "~/ui/page-context";
import type { Arrival } from "~/visits/equipment/find-arrival.server";
import { strings } from "~/visits/equipment/strings";
import type { Visit } from "~/visits/visit";
import type { MyVisit } from "../find-my-visit.server";

interface ArrivalChoicesProps {
  page: Pick<MyVisit, "arrival" | "mayChange" | "pageToken">;
  visit: Pick<Visit, "patient_zone">;
}

/** Asks whether the equipment has arrived. If it comes too late for the visit, offers the nearest later times. */
export function ArrivalChoices({ page, visit }: ArrivalChoicesProps) {
  const { arrival, pageToken } = page;
  if (!arrival) return null;
  if (arrival.lack === "unconfirmed") {
    return (
      <Notice tone="dawn">
        <form method="post" action="/my-visit" className="stack">
          <input type="hidden" name="page_token" value={pageToken} />
          <fieldset className="stack">
            <legend>
              <b>{strings.question}</b>
            </legend>
            <Button look="quiet" size="wide" name="arrived" value="true">
              {strings.yes}
            </Button>
            <Button look="quiet" size="wide" name="arrived" value="false">
              {strings.no}
            </Button>
          </fieldset>
        </form>
      </Notice>
    );
  }
  return (
    <Notice tone="dawn">
      <div className="stack">
        <p>
          <b>{arrival.lack === "missing" ? strings.missing : strings.tooLate}</b>
        </p>
        <LaterTimes arrival={arrival} page={page} visit={visit} />
        <form method="post" action="/my-visit">
          <input type="hidden" name="page_token" value={pageToken} />
          <Button look="plain" size="wide" name="arrived" value="true">
            {strings.arrivedAfterAll}
          </Button>
        </form>
      </div>
    </Notice>
  );
}

function LaterTimes({ arrival, page, visit }: ArrivalChoicesProps & { arrival: Arrival }) {
  const { company } = usePage();
  const callUs = fill(strings.callUs, { callUs: callCompany(company) });
  if (!page.mayChange) return <p>{callUs}</p>;
  if (arrival.later.length === 0) return <p>{`${strings.noLater} ${callUs}`}</p>;
  return (
    <form method="post" action="/my-visit/move" className="stack">
      <input type="hidden" name="page_token" value={page.pageToken} />
      <p>{strings.later}</p>
      {arrival.later.map(({ start, therapist }) => (
        <Button key={start} look="quiet" size="wide" name="choice" value={`${iso(start)}|${therapist}`}>
          {fill(strings.laterWith, { time: formatWhen(start, visit.patient_zone), therapist })}
        </Button>
      ))}
      <p>
        <a className="tall" href="/my-visit/move">
          {strings.otherTimes}
        </a>
      </p>
    </form>
  );
}
