import { isActive } from "~/core/visit-status";
import type { TimelineJson } from "~/tracking/schema";
import { earliestOf } from "~/tracking/steps";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { When } from "~/ui/date-time";
import { stands } from "~/visits/visit";
import { words } from "../strings";
import { fingerprint } from "../timeline-fingerprint";
import { Elapsed } from "./elapsed";
import { Timeline } from "./timeline";

interface TrackViewProps {
  timeline: TimelineJson;
  zone: string;
  /** Milliseconds UTC. */
  now: number;
  /** A name for this order that says nothing about it: what the browser keeps stands under it. */
  orderKey: string;
  /** The link code of the address; without one the session is enough. */
  code: string | null;
}

/** Where an order stands: who must act, since when, step by step, and the visit. */
export function TrackView({ timeline, zone, now, orderKey, code }: TrackViewProps) {
  const { stopped, waiting_on: waitingOn } = timeline;
  const appointment =
    timeline.appointment && stands(timeline.appointment.status) ? timeline.appointment : null;
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
      data-mark={fingerprint(JSON.stringify(timeline))}
    >
      <dl className="facts">
        <div>
          <dt>{words.order}</dt>
          <dd>{timeline.sales_order_no ?? words.absent}</dd>
        </div>
        <div>
          <dt>{words.id}</dt>
          <dd>{timeline.patient_id ?? words.absent}</dd>
        </div>
        <div>
          <dt>{words.location}</dt>
          <dd>{timeline.brightree_db || words.absent}</dd>
        </div>
      </dl>
      {stopped && (
        <Notice>
          <h2>{words.stopped}</h2>
          <p>{words.stoppedText}</p>
        </Notice>
      )}
      {waitingOn && (
        <Notice tone={waitingOn === "you" ? "dawn" : "plain"}>
          <h2>{`${words.waitingOn} ${waitingOn}`}</h2>
          <p>{words.waitingText[waitingOn]}</p>
          {waitingOn === "you" && (
            <ButtonLink size="wide" href={schedule}>
              {words.chooseTime}
            </ButtonLink>
          )}
        </Notice>
      )}
      <div className="clocks">
        <section className="panel">
          <h2>{words.total}</h2>
          <p className="big">
            {start === null ? words.absent : <Elapsed since={start} until={confirmedAt} now={now} />}
          </p>
          {start !== null && (
            <p className="soft" id="started">
              {`${words.totalStart} `}
              <When at={start} zone={zone} />
            </p>
          )}
        </section>
        <section className="panel">
          <h2>{words.inStep}</h2>
          <p className="big">{since === null ? words.absent : <Elapsed since={since} now={now} />}</p>
          {since !== null && (
            <p className="soft">
              {`${words.since} `}
              <When at={since} zone={zone} />
            </p>
          )}
        </section>
      </div>
      <section className="panel">
        <h2>{words.status}</h2>
        <Timeline timeline={{ ...timeline, appointment }} zone={zone} now={now} />
      </section>
      <Appointment appointment={appointment} zone={zone} href={code ? schedule : "/my-visit"} />
    </div>
  );
}

function Appointment({
  appointment,
  zone,
  href,
}: Pick<TimelineJson, "appointment"> & { zone: string; href: string }) {
  const confirmed = appointment?.status.toLowerCase() === "confirmed";
  return (
    <section className="panel">
      <h2>{confirmed ? words.scheduledTitle : words.submittedTitle}</h2>
      {appointment ? (
        <>
          <dl className="facts">
            <div>
              <dt>{words.dateTime}</dt>
              <dd>
                <When at={Date.parse(appointment.datetime)} zone={zone} />
              </dd>
            </div>
          </dl>
          {confirmed || appointment.confirmed_at ? (
            <p>
              {`${words.confirmed} `}
              {appointment.confirmed_at && <When at={Date.parse(appointment.confirmed_at)} zone={zone} />}
            </p>
          ) : (
            <p>{words.notConfirmed}</p>
          )}
          {isActive(appointment.status) && (
            <p>
              <a href={href}>{words.seeVisit}</a>
            </p>
          )}
        </>
      ) : (
        <p>{words.noAppointment}</p>
      )}
    </section>
  );
}
