import { VisitOfPatient } from "~/dashboard/ui/lists/visit-of-patient";
import { UrgentBadge, UrgentForm } from "~/orders/ui/urgent-form";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { describeWish } from "../describe-wish";
import type { pageOfWaiting } from "../list-waiting-patients.server";
import { obstacleNames } from "../staff-strings";

interface WaitingTableProps {
  patients: Awaited<ReturnType<typeof pageOfWaiting>>["patients"];
  /** The page to return to after a change. */
  here: string;
}

export const WaitingTable = ({ patients, here }: WaitingTableProps) => (
  <Table
    caption="Waiting patients"
    rows={patients}
    rowKey={({ orderId }) => orderId}
    empty="No patients are waiting for an earlier time. Patients with a visit can ask for one on My visit, under “Want an earlier time?”."
    stacks
    columns={[
      {
        head: "Patient",
        align: "name",
        cell: (patient) => (
          <>
            <VisitOfPatient visit={patient.visitId} id={patient.patientId} name={patient.patientName} />
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
        cell: ({ visitStart, timezone, therapist }) => (
          <>
            <DateTime at={visitStart} zone={timezone} />
            <span className="soft under">with {therapist}</span>
          </>
        ),
      },
      { head: "Asked for", cell: (patient) => describeWish(patient) },
      {
        head: "Next offer",
        cell: ({ pause }) => (pause ? obstacleNames[pause] : "When a suitable time opens"),
      },
      {
        head: "Order",
        align: "acts",
        cell: ({ orderId, patientId, urgent }) => (
          <UrgentForm orderId={orderId} patientId={patientId} isUrgent={urgent} back={here} />
        ),
      },
    ]}
  />
);
