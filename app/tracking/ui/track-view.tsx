import { fill } from "~/core/language/strings";
import { formatWhen } from "~/core/time";
import { isActive } from "~/core/visit-status";
import type { TimelineJson } from "~/tracking/timeline-schema";
import { CompanyPhone } from "~/ui/company-phone";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { ZoneNote } from "~/visits/ui/zone-note";
import { isActiveOrHeld } from "~/visits/visit";
import { strings } from "../strings";
import { textFingerprint } from "../timeline-fingerprint";
import { Elapsed } from "./elapsed";
import { Timeline } from "./timeline";

interface TrackViewProps {
  timeline: TimelineJson;
  zone: string;
  now: number;
  /** An opaque key for data stored in the browser. */
  orderKey: string;
  code: string | null;
}

export function TrackView({ timeline, zone, now, orderKey, code }: TrackViewProps) {
  const { stopped, waiting_on: waitingOn } = timeline;
  const appointment =
    timeline.appointment && isActiveOrHeld(timeline.appointment.status) ? timeline.appointment : null;
  const missed = timeline.appointment?.status === "no show" ? timeline.appointment : null;
  const start = earliestOf(timeline);
  const confirmedAt = appointment?.confirmed_at ? Date.parse(appointment.confirmed_at) : null;
  const current = timeline.steps.find((step) => step.current);
  const since = current?.at ? Date.parse(current.at) : null;
  const schedule = code ? `/schedule/${code}` : "/schedule";
  return (
    <div
      className="track stack"
      id="track"
      data-order={orderKey}
      data-code={code ?? undefined}
      data-fingerprint={textFingerprint(JSON.stringify(timeline))}
    >
      <dl className="facts">
        <div>
          <dt>{strings.order}</dt>
          <dd>{timeline.sales_order_no ?? strings.absent}</dd>
        </div>
        <div>
          <dt>{strings.id}</dt>
          <dd>{timeline.patient_id ?? strings.absent}</dd>
        </div>
        <div>
          <dt>{strings.location}</dt>
          <dd>{timeline.brightree_db || strings.absent}</dd>
        </div>
      </dl>
      {stopped && (
        <Notice>
          <h2>{strings.stopped}</h2>
          <p>
            {`${strings.stoppedText} `}
            <CompanyPhone />.
          </p>
        </Notice>
      )}
      {waitingOn === "you" && <WaitingOnYou schedule={schedule} />}
      <Appointment
        appointment={appointment}
        missed={missed}
        zone={zone}
        now={now}
        href={code ? schedule : "/my-visit"}
        isReady={waitingOn === "you"}
      />
      {waitingOn && waitingOn !== "you" && <Waiting on={waitingOn} appointment={appointment} />}
      <div className="clocks">
        <section className="panel">
          <h2>{strings.total}</h2>
          <p className="big">
            {start === null ? strings.absent : <Elapsed since={start} until={confirmedAt} now={now} />}
          </p>
          {start !== null && (
            <p className="soft" id="started">
              {`${strings.totalStart} `}
              <DateTime at={start} zone={zone} />
            </p>
          )}
        </section>
        <section className="panel">
          <h2>{strings.inStep}</h2>
          <p className="big">{since === null ? strings.absent : <Elapsed since={since} now={now} />}</p>
          {since !== null && (
            <p className="soft">
              {`${strings.since} `}
              <DateTime at={since} zone={zone} />
            </p>
          )}
        </section>
      </div>
      <section className="panel">
        <h2>{strings.status}</h2>
        <Timeline timeline={{ ...timeline, appointment }} zone={zone} now={now} />
      </section>
    </div>
  );
}

function WaitingOnYou({ schedule }: { schedule: string }) {
  return (
    <Notice tone="dawn">
      <h2>{strings.waitingOn.you}</h2>
      <p>{strings.waitingText.you}</p>
      <ButtonLink size="wide" href={schedule}>
        {strings.chooseTime}
      </ButtonLink>
    </Notice>
  );
}

interface WaitingProps extends Pick<TimelineJson, "appointment"> {
  on: Exclude<TimelineJson["waiting_on"], "you" | null>;
}

function Waiting({ on, appointment }: WaitingProps) {
  if (on === "us" && appointment) {
    return (
      <Notice>
        <h2>{fill(strings.willConfirm, { therapist: appointment.therapist })}</h2>
        <p>{strings.messageFollows}</p>
      </Notice>
    );
  }
  return (
    <Notice>
      <h2>{strings.waitingOn[on]}</h2>
      <p>{strings.waitingText[on]}</p>
    </Notice>
  );
}

interface AppointmentProps extends Pick<TimelineJson, "appointment"> {
  /** The newest visit, if the patient missed it. */
  missed: TimelineJson["appointment"];
  zone: string;
  now: number;
  href: string;
  isReady: boolean;
}

function Appointment({ appointment, missed, zone, now, href, isReady }: AppointmentProps) {
  const confirmed = appointment?.status.toLowerCase() === "confirmed";
  return (
    <section className="panel">
      <h2>{strings[confirmed ? "scheduledTitle" : appointment ? "submittedTitle" : "noneTitle"]}</h2>
      {appointment ? (
        <>
          <dl className="facts">
            <div>
              <dt>{strings.dateTime}</dt>
              <dd>
                <DateTime at={Date.parse(appointment.datetime)} zone={appointment.patient_zone} fixed />
              </dd>
            </div>
          </dl>
          <ZoneNote at={Date.parse(appointment.datetime)} zone={appointment.patient_zone} />
          <p>{`${strings.with} ${appointment.therapist}`}</p>
          {confirmed || appointment.confirmed_at ? (
            <p>
              {`${strings.confirmed} `}
              {appointment.confirmed_at && <DateTime at={Date.parse(appointment.confirmed_at)} zone={zone} />}
            </p>
          ) : (
            <p>{strings.notConfirmed}</p>
          )}
          {isActive(appointment.status) && (
            <p>
              <a href={href}>
                {Date.parse(appointment.datetime) > now ? strings.seeVisit : strings.seePastVisit}
              </a>
            </p>
          )}
        </>
      ) : (
        <>
          <p>{strings.noAppointment}</p>
          {missed && (
            <p>
              {fill(strings.wasMissed, {
                when: formatWhen(Date.parse(missed.datetime), missed.patient_zone),
              })}
            </p>
          )}
          {!isReady && !missed && <p className="soft">{strings.noAppointmentNext}</p>}
        </>
      )}
    </section>
  );
}

/** The order's earliest known time in ms UTC; null if there is none. */
function earliestOf(timeline: TimelineJson): number | null {
  const known = [
    timeline.start_at,
    timeline.referral_at,
    timeline.recdate,
    timeline.created_at,
    ...timeline.steps.flatMap((step) => [step.at, step.started_at, step.completed_at]),
  ].flatMap((at) => (at ? [Date.parse(at)] : []));
  return known.length > 0 ? Math.min(...known) : null;
}
