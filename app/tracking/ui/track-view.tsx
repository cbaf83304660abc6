import type { ReactNode } from "react";
import type { PatientPlan } from "~/check-ins/find-check-in.server";
import { PatientPlanPanel } from "~/check-ins/ui/patient-plan";
import { callCompany } from "~/company/call-company";
import { counted, fill } from "~/core/language/strings";
import { formatWhen } from "~/core/time";
import { isActive } from "~/core/visit-status";
import type { Equipment, EquipmentLack } from "~/equipment/equipment";
import { WhereEquipmentIs } from "~/equipment/ui/where-equipment-is";
import type { TimelineJson } from "~/tracking/timeline-schema";
import { CompanyPhone } from "~/ui/company-phone";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { usePage } from "~/ui/page-context";
import { strings as equipmentStrings } from "~/visits/equipment/strings";
import { waitingLine } from "~/visits/notices/visit-notices";
import { ZoneNote } from "~/visits/ui/zone-note";
import { isActiveOrHeld } from "~/visits/visit";
import { strings } from "../strings";
import { textFingerprint } from "../timeline-fingerprint";
import { Duration } from "./elapsed";
import { Timeline } from "./timeline";

interface TrackViewProps {
  timeline: TimelineJson;
  usualDays: number | null;
  isTold: boolean;
  /** Until when the therapist confirms, in ms UTC. */
  confirmBy: number | null;
  /** When the visit ends, in ms UTC. */
  endsAt: number | null;
  equipment: Equipment | null;
  lack: Exclude<EquipmentLack, "unconfirmed"> | null;
  /** True if the patient can still move the visit online. */
  mayChange: boolean;
  /** The plan after the setup, with its next step only. */
  plan: PatientPlan | null;
  zone: string;
  now: number;
  /** An opaque key for data stored in the browser. */
  orderKey: string;
  code: string | null;
}

export function TrackView(props: TrackViewProps) {
  const {
    timeline,
    usualDays,
    isTold,
    confirmBy,
    endsAt,
    equipment,
    lack,
    mayChange,
    plan,
    zone,
    now,
    orderKey,
    code,
  } = props;
  const { stopped, waiting_on: waitingOn } = timeline;
  const appointment =
    timeline.appointment && isActiveOrHeld(timeline.appointment.status) ? timeline.appointment : null;
  const missed = timeline.appointment?.status === "no show" ? timeline.appointment : null;
  const start = earliestOf(timeline);
  const confirmedAt = appointment?.confirmed_at ? Date.parse(appointment.confirmed_at) : null;
  const current = timeline.steps.find((step) => step.current);
  const since = current?.at ? Date.parse(current.at) : null;
  const schedule = code ? `/schedule/${code}` : "/schedule";
  const myVisit = code ? schedule : "/my-visit";
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
      {!stopped && (
        <WhereItIs
          timeline={timeline}
          usualDays={usualDays}
          isTold={isTold}
          confirmBy={confirmBy}
          endsAt={endsAt}
          now={now}
        >
          {waitingOn === "you" && (
            <ButtonLink size="wide" href={schedule}>
              {strings.chooseTime}
            </ButtonLink>
          )}
        </WhereItIs>
      )}
      {!stopped && <WhereEquipmentIs equipment={equipment} now={now} />}
      {!stopped && lack && <LaterVisit lack={lack} mayChange={mayChange} href={myVisit} />}
      {plan && <PatientPlanPanel plan={plan} />}
      <Appointment
        appointment={appointment}
        missed={missed}
        zone={zone}
        now={now}
        href={myVisit}
        isReady={waitingOn === "you"}
      />
      <div className="clocks">
        <section className="panel">
          <h2>{strings.total}</h2>
          {start === null ? (
            <p className="big">{strings.absent}</p>
          ) : (
            <Duration since={start} until={confirmedAt} now={now} texts={strings.load} />
          )}
          {start !== null && (
            <p className="soft" id="started">
              {`${strings.totalStart} `}
              <DateTime at={start} zone={zone} />
            </p>
          )}
        </section>
        <section className="panel">
          <h2>{strings.inStep}</h2>
          {since === null ? (
            <p className="big">{strings.absent}</p>
          ) : (
            <Duration since={since} now={now} texts={strings.load} />
          )}
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

/**
 * Once the link is sent, the timeline is one step ahead of the order (`timelineOf`).
 * @param current the current step's position in the timeline; -1 if all steps are done
 * @returns the position of the order's own step
 */
const stageOf = (current: number) => (current === -1 ? 6 : current < 4 ? current : current - 1);

interface WhereItIsProps {
  timeline: TimelineJson;
  usualDays: number | null;
  isTold: boolean;
  confirmBy: number | null;
  endsAt: number | null;
  now: number;
  children: ReactNode;
}

/** Where the order is, what happens next and by whom, and how long that usually takes. */
function WhereItIs(props: WhereItIsProps) {
  const { timeline, usualDays, isTold, confirmBy, endsAt, now, children } = props;
  const { steps, appointment, waiting_on: waitingOn } = timeline;
  const current = steps.findIndex((step) => step.current);
  if (current === -1 && appointment?.status !== "confirmed") return null;
  const isRequested = waitingOn === "us" && appointment && isActive(appointment.status);
  const hasBegun = current === -1 && appointment && Date.parse(appointment.datetime) <= now;
  return (
    <Notice tone={waitingOn === "you" ? "dawn" : "plain"}>
      {waitingOn && (
        <h2>
          {isRequested
            ? waitingLine({ ...appointment, confirm_by: confirmBy }, confirmBy !== null && confirmBy <= now)
            : strings.waitingOn[waitingOn]}
        </h2>
      )}
      {current === -1 && endsAt !== null && endsAt <= now ? (
        <p>
          {`${strings.timePassed} `}
          <CompanyPhone />.
        </p>
      ) : (
        <p>{hasBegun ? strings.begun : strings.now[stageOf(current)]}</p>
      )}
      {isRequested && isTold && <p>{strings.messageFollows}</p>}
      {usualDays !== null && <p>{counted(strings.usually, usualDays)}</p>}
      {children}
    </Notice>
  );
}

interface LaterVisitProps extends Pick<TrackViewProps, "mayChange"> {
  lack: NonNullable<TrackViewProps["lack"]>;
  href: string;
}

/** Shows that the visit is before its equipment, and how to move it. */
function LaterVisit({ lack, mayChange, href }: LaterVisitProps) {
  const { company } = usePage();
  return (
    <Notice tone="dawn">
      <p>
        <b>{lack === "missing" ? equipmentStrings.missing : equipmentStrings.tooLate}</b>
      </p>
      {mayChange ? (
        <ButtonLink size="wide" href={href}>
          {equipmentStrings.chooseLater}
        </ButtonLink>
      ) : (
        <p>{fill(equipmentStrings.callUs, { callUs: callCompany(company) })}</p>
      )}
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
      <h2>{strings[confirmed ? "scheduledTitle" : "submittedTitle"]}</h2>
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
