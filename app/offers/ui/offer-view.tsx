import type { FormProblem } from "~/core/form-problem";
import { fill } from "~/core/language/strings";
import { formatWhen } from "~/core/time";
import { strings } from "~/schedule/strings";
import { CompanyPhone } from "~/ui/company-phone";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { ZoneNote } from "~/visits/ui/zone-note";
import type { OfferState } from "../find-offer.server";
import type { OfferPage } from "../pages/find-offer-page.server";
import { offerStrings } from "../strings";
import { ConsentCheck } from "./consent-check";

export function headingOfOffer({ state, isFirst }: Pick<OfferPage, "state" | "isFirst">): string {
  const { page, state: states, heading, wait } = offerStrings;
  if (state === "open") return isFirst ? wait.page.title : page.title;
  if (state === "accepted" || state === "declined") return isFirst ? wait.state[state] : states[state];
  return state === "taken" ? heading.taken : heading.ended;
}

interface OfferViewProps {
  offer: OfferPage & { isSignedIn: boolean };
  problem: FormProblem | undefined;
}

export function OfferView({ offer, problem }: OfferViewProps) {
  const { page } = offerStrings;
  const { state, patient, visit, offered, isFirst } = offer;
  const isOpen = state === "open";
  // They asked for any time, not for an earlier one.
  const isBookedFirst = isFirst && visit !== null && !offer.waits;
  return (
    <section className="panel visit" aria-label={strings.myVisit}>
      {patient && <p>{fill(page.for, { patient })}</p>}
      {isOpen ? <OpenOffer offer={offer} /> : <Ended state={state} isFirst={isFirst} />}
      {visit && state !== "canceled" && (
        <Time title={isOpen ? page.yourTime : strings.myVisit} time={visit} isMain={!isOpen} />
      )}
      {isOpen && <Answers offer={offer} problem={problem} />}
      {state === "accepted" && <AfterAccepting offer={offer} therapist={offered.therapist} />}
      {!isOpen && state !== "canceled" && state !== "changed" && !isBookedFirst && (
        <MoreTimes waits={offer.waits} isFirst={isFirst && !visit} />
      )}
      {offer.textsOff && (isOpen || state === "accepted") && <p className="soft">{page.textsOff}</p>}
      {!isOpen && offer.isSignedIn && (
        <p>
          {visit ? (
            <a className="tall" href="/my-visit">
              {strings.myVisit}
            </a>
          ) : (
            <a className="tall" href="/my-wait">
              {offerStrings.wait.yours}
            </a>
          )}
        </p>
      )}
    </section>
  );
}

function OpenOffer({ offer: { offered, until, needsConfirming, isFirst } }: { offer: OfferPage }) {
  const { page, wait } = offerStrings;
  return (
    <>
      <Time title={isFirst ? wait.page.time : page.newTime} time={offered} isMain />
      <p>{isFirst ? wait.page.whatHappens : page.whatHappens}</p>
      <p>{fill(page.until, { when: formatWhen(until, offered.patient_zone) })}</p>
      {needsConfirming && <p>{fill(isFirst ? wait.page.needsConfirming : page.needsConfirming, offered)}</p>}
    </>
  );
}

function Time({ title, time, isMain }: { title: string; time: OfferPage["offered"]; isMain: boolean }) {
  return (
    <div>
      <h2 className="soft offer-label">{title}</h2>
      <p className={isMain ? "visit-when" : undefined}>
        <DateTime at={time.start_at} zone={time.patient_zone} format="full" fixed />
      </p>
      {isMain && <ZoneNote at={time.start_at} zone={time.patient_zone} />}
      {(time.how ?? [fill(offerStrings.page.with, time)]).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function Answers({
  offer: { isFirst, needsConsent },
  problem,
}: {
  offer: OfferPage;
  problem: FormProblem | undefined;
}) {
  const { page, wait } = offerStrings;
  const [lacksConsent] = problem?.fields.sms_consent ?? [];
  return (
    <form method="post" className="stack">
      {lacksConsent && <Notice tone="bad">{lacksConsent}</Notice>}
      {needsConsent && <ConsentCheck isInvalid={lacksConsent !== undefined} />}
      <Button size="wide" name="answer" value="accept">
        {page.take}
      </Button>
      <Button look="quiet" size="wide" name="answer" value="decline">
        {isFirst ? wait.page.decline : page.keep}
      </Button>
      <p className="soft">{page.first}</p>
    </form>
  );
}

function Ended({ state, isFirst }: { state: Exclude<OfferState, "open">; isFirst: boolean }) {
  const { state: states, next, wait } = offerStrings;
  if (state === "accepted") return null;
  if (state === "declined") return <p>{isFirst ? wait.next.declined : next.declined}</p>;
  return <p>{isFirst ? wait.state[state] : states[state]}</p>;
}

/** Shows whether more offers follow, with a button to stop them. */
function MoreTimes({ waits, isFirst }: { waits: boolean | null; isFirst: boolean }) {
  const { next, wish, wait } = offerStrings;
  if (waits === null) return <p>{next.notOffered}</p>;
  if (!waits) return <p>{isFirst ? wait.next.stopped : strings.flash["earlier-off"]}</p>;
  return (
    <form method="post">
      <p>{isFirst ? wait.next.keepsLooking : next.keepsLooking}</p>
      <Button look="plain" name="answer" value="stop">
        {isFirst ? wait.stop : wish.stop}
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
      {offer.calendar && (
        <p className="links">
          <a href={offer.calendar.google} rel="noreferrer">
            {strings.googleCalendar}
          </a>
          <a href={offer.calendar.outlook} rel="noreferrer">
            {strings.outlookCalendar}
          </a>
        </p>
      )}
    </>
  );
}
