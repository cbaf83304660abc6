import { iso, localDate } from "~/core/time";
import { VisitOfPatient } from "~/dashboard/ui/lists/visit-of-patient";
import { UrgentBadge, UrgentForm } from "~/orders/ui/urgent-form";
import { ButtonLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { newAppointmentHref } from "~/visits/new-appointment/ui/new-appointment-href";
import { PatientName } from "~/visits/ui/patient";
import { describeWish } from "../describe-wish";
import { endReasons, obstacleNames, waitCalls } from "../staff-strings";
import type { PatientOnPage, pageOfEndedWaits } from "../waits/page-of-waiting.server";

/** Links to the patient's visit or, without one, to their order. */
export function WaitingName({ patient }: { patient: WaitingNameProps }) {
  const { visitId, orderId, patientId, patientName } = patient;
  if (visitId !== null) return <VisitOfPatient visit={visitId} id={patientId} name={patientName} />;
  return (
    <>
      <a href={`/orders/${orderId}`} data-opens="">
        <span className="unseen">Order of patient </span>
        {patientId}
      </a>{" "}
      <PatientName name={patientName} />
    </>
  );
}

/** Opens the time that fits, with its therapist and kind. */
const bookingOf = ({ start, therapistId, zone, kindId }: NonNullable<PatientOnPage["fits"]>) => ({
  therapist: therapistId,
  date: localDate(start, zone),
  kind: kindId,
  start: iso(start),
});

type WaitingNameProps = Pick<PatientOnPage, "visitId" | "orderId" | "patientId" | "patientName">;

interface WaitingTableProps {
  patients: PatientOnPage[];
  /** The page to return to after a change. */
  here: string;
}

export const WaitingTable = ({ patients, here }: WaitingTableProps) => (
  <Table
    caption="Waiting patients"
    rows={patients}
    rowKey={({ orderId }) => orderId}
    empty="No patients are waiting. Patients with a visit can ask for an earlier time on My visit, and patients without one for any time below the openings. To add a patient, open their order."
    stacks
    columns={[
      {
        head: "Patient",
        align: "name",
        cell: (patient) => (
          <>
            <WaitingName patient={patient} />
            <UrgentBadge isUrgent={patient.urgent} />
            <span className="soft under">
              Referred <DateTime at={patient.referredAt} format="day" />
            </span>
          </>
        ),
      },
      {
        head: "Current visit",
        align: "when",
        cell: ({ visitStart, timezone, therapist, askedAt, zone, untilAt }) =>
          visitStart === null || timezone === null ? (
            <>
              No visit
              <span className="soft under">
                Waiting since <DateTime at={askedAt} zone={zone} format="day" />
                {untilAt !== null && (
                  <>
                    , until <DateTime at={untilAt - 1} zone={zone} format="day" fixed />
                  </>
                )}
              </span>
            </>
          ) : (
            <>
              <DateTime at={visitStart} zone={timezone} />
              <span className="soft under">with {therapist}</span>
            </>
          ),
      },
      {
        head: "Asked for",
        cell: (patient) => (
          <>
            {describeWish(patient)}
            {patient.choseKinds && (
              <span className="soft under">Only {patient.kinds.map(({ name }) => name).join(", ")}</span>
            )}
            {patient.standby && <span className="soft under">Can start within two hours</span>}
          </>
        ),
      },
      {
        head: "Next offer",
        cell: ({ pause, isUnmatched, call, fits, zone }) => (
          <>
            {fits ? (
              <>
                An opening fits: <DateTime at={fits.start} zone={zone} fixed /> with {fits.therapist}
                {pause && <span className="soft under">{obstacleNames[pause]}</span>}
              </>
            ) : isUnmatched ? (
              waitCalls.no_match
            ) : pause ? (
              obstacleNames[pause]
            ) : (
              "When a suitable time opens"
            )}
            {call && call !== "no_match" && <span className="soft under">{waitCalls[call]}</span>}
          </>
        ),
      },
      {
        head: "Order",
        align: "acts",
        cell: ({ orderId, patientId, urgent, visitId, fits }) => (
          <div className="buttons wraps">
            <UrgentForm orderId={orderId} patientId={patientId} isUrgent={urgent} back={here} />
            {visitId === null && (
              <ButtonLink
                look="quiet"
                size="small"
                href={newAppointmentHref({ order: orderId, ...(fits && bookingOf(fits)) })}
              >
                Book a visit<span className="unseen"> for patient {patientId}</span>
              </ButtonLink>
            )}
            {visitId === null && (
              <a href={`/orders/${orderId}/wait?back=${encodeURIComponent(here)}`}>
                Change or remove…<span className="unseen"> patient {patientId}</span>
              </a>
            )}
          </div>
        ),
      },
    ]}
  />
);

type Ended = Awaited<ReturnType<typeof pageOfEndedWaits>>;

export const EndedTable = ({ waits }: { waits: Ended }) => (
  <Table
    caption="Ended in the last 30 days"
    rows={waits}
    rowKey={({ id }) => id}
    empty="No patient without a visit stopped waiting in the last 30 days."
    stacks
    columns={[
      {
        head: "Patient",
        align: "name",
        cell: (wait) => <WaitingName patient={{ ...wait, visitId: null }} />,
      },
      { head: "Waited from", align: "when", cell: ({ askedAt }) => <DateTime at={askedAt} format="day" /> },
      {
        head: "Ended",
        align: "when",
        cell: ({ endedAt }) => endedAt !== null && <DateTime at={endedAt} format="day" />,
      },
      { head: "Reason", cell: ({ endedBecause }) => endedBecause && endReasons[endedBecause] },
    ]}
  />
);
