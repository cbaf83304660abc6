import { usePage } from "~/ui/page-context";

/** On devices that hide names, nothing. */
export function PatientName({ name }: { name: string | null }) {
  const { hidesNames } = usePage();
  return name && !hidesNames ? <span className="patient-name">{name}</span> : null;
}

interface PatientOfVisitProps {
  visit: { id: number; patient_id: number; patient_name: string | null };
}

/** Opens the visit. */
export function PatientOfVisit({ visit }: PatientOfVisitProps) {
  return (
    <>
      <a href={`/visits/${visit.id}`} data-opens="">
        <span className="unseen">Visit of patient </span>
        {visit.patient_id}
      </a>
      <PatientName name={visit.patient_name} />
    </>
  );
}
