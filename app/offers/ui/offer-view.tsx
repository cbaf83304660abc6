import { fill } from "~/core/language/strings";
import { formatWhen } from "~/core/time";
import { strings } from "~/schedule/strings";
import { CompanyPhone } from "~/ui/company-phone";
import { Button } from "~/ui/components/button";
import { DateTime } from "~/ui/date-time";
import { ZoneNote } from "~/visits/ui/zone-note";
import type { OfferState } from "../find-offer.server";
import type { OfferPage } from "../pages/find-offer-page.server";
import { offerStrings } from "../strings";

export function headingOfOffer(state: OfferState): string {
  const { page, state: states, heading } = offerStrings;
  if (state === "open") return page.title;
  if (state === "accepted" || state === "declined") return states[state];
  return state === "taken" ? heading.taken : heading.ended;
}

export function OfferView({ offer }: { offer: OfferPage & { isSignedIn: boolean } }) {
  const { page } = offerStrings;
  const { state, patient, visit, offered } = offer;
  const isOpen = state === "open";
  return (
    <section className="panel visit" aria-label={strings.myVisit}>
      {patient && <p>{fill(page.for, { patient })}</p>}
      {isOpen ? <OpenOffer offer={offer} /> : <Ended state={state} />}
      {state !== "canceled" && (
        <Time title={isOpen ? page.yourTime : strings.myVisit} time={visit} isMain={!isOpen} />
      )}
      {isOpen && <Answers />}
      {state === "accepted" && <AfterAccepting offer={offer} therapist={offered.therapist} />}
      {!isOpen && state !== "canceled" && state !== "changed" && <EarlierTimes waits={offer.waits} />}
      {offer.textsOff && (isOpen || state === "accepted") && <p className="soft">{page.textsOff}</p>}
      {!isOpen && offer.isSignedIn && (
        <p>
          <a className="tall" href="/my-visit">
            {strings.myVisit}
          </a>
        </p>
      )}
    </section>
  );
}

function OpenOffer({ offer: { offered, until, needsConfirming } }: { offer: OfferPage }) {
  const { page } = offerStrings;
  return (
    <>
      <Time title={page.newTime} time={offered} isMain />
      <p>{page.whatHappens}</p>
      <p>{fill(page.until, { when: formatWhen(until, offered.patient_zone) })}</p>
      {needsConfirming && <p>{fill(page.needsConfirming, offered)}</p>}
    </>
  );
}

function Time({ title, time, isMain }: { title: string; time: OfferPage["visit"]; isMain: boolean }) {
  return (
    <div>
      <h2 className="soft offer-label">{title}</h2>
      <p className={isMain ? "visit-when" : undefined}>
        <DateTime at={time.start_at} zone={time.patient_zone} format="full" fixed />
      </p>
      {isMain && <ZoneNote at={time.start_at} zone={time.patient_zone} />}
      <p>{fill(offerStrings.page.with, time)}</p>
    </div>
  );
}

function Answers() {
  const { page } = offerStrings;
  return (
    <form method="post" className="stack">
      <Button size="wide" name="answer" value="accept">
        {page.take}
      </Button>
      <Button look="quiet" size="wide" name="answer" value="decline">
        {page.keep}
      </Button>
      <p className="soft">{page.first}</p>
    </form>
  );
}

function Ended({ state }: { state: Exclude<OfferState, "open"> }) {
  const { state: states, next } = offerStrings;
  if (state === "accepted") return null;
  if (state === "declined") return <p>{next.declined}</p>;
  return <p>{states[state]}</p>;
}

/** Shows whether more offers follow, with a button to stop them. */
function EarlierTimes({ waits }: Pick<OfferPage, "waits">) {
  const { next, wish } = offerStrings;
  if (waits === null) return <p>{next.notOffered}</p>;
  if (!waits) return <p>{strings.flash["earlier-off"]}</p>;
  return (
    <form method="post">
      <p>{next.keepsLooking}</p>
      <Button look="plain" name="answer" value="stop">
        {wish.stop}
      </Button>
    </form>
  );
}

function AfterAccepting({ offer, therapist }: { offer: OfferPage; therapist: string }) {
  const { next } = offerStrings;
  return (
    <>
      {offer.isTold ? (
        <p>
          {next.sent}
          {offer.needsConfirming && ` ${fill(next.confirm, { therapist })}`}
        </p>
      ) : (
        <p>
          {offer.needsConfirming && `${fill(next.willConfirm, { therapist })} `}
          {`${next.notSent} `}
          <CompanyPhone />.
        </p>
      )}
      <p className="links">
        <a href={offer.calendar.google} rel="noreferrer">
          {strings.googleCalendar}
        </a>
        <a href={offer.calendar.outlook} rel="noreferrer">
          {strings.outlookCalendar}
        </a>
      </p>
    </>
  );
}
