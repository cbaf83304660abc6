import { usePage } from "~/ui/page-context";
import type { Communication } from "../interpreter";
import type { DayMarks } from "../late/day-marks";
import { CommunicationMarks } from "./communication";

/** Empty on devices that hide names. */
export function PatientName({ name }: { name: string | null }) {
  const { hidesNames } = usePage();
  return name && !hidesNames ? (
    <span className="patient-name" title={name}>
      {name}
    </span>
  ) : null;
}

interface PatientOfOrderProps {
  order: { id: number; patient_id: number; patient_name: string | null };
}

export const PatientOfOrder = ({ order }: PatientOfOrderProps) => (
  <>
    <a href={`/orders/${order.id}`} data-opens="">
      <span className="unseen">Order for patient </span>
      {order.patient_id}
    </a>
    <PatientName name={order.patient_name} />
  </>
);

interface PatientOfVisitProps {
  visit: { id: number; patient_id: number; patient_name: string | null } & Communication & Partial<DayMarks>;
}

/** Links to the visit and shows what to prepare. */
export function PatientOfVisit({ visit }: PatientOfVisitProps) {
  return (
    <>
      <a href={`/visits/${visit.id}`} data-opens="">
        <span className="unseen">Visit for patient </span>
        {visit.patient_id}
      </a>
      <PatientName name={visit.patient_name} />
      <CommunicationMarks visit={visit} />
    </>
  );
}
