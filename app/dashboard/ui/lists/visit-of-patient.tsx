import { PatientName } from "~/visits/ui/patient";

interface VisitOfPatientProps {
  visit: number;
  id: number;
  name: string | null;
}

export const VisitOfPatient = ({ visit, id, name }: VisitOfPatientProps) => (
  <>
    <a href={`/visits/${visit}`} data-opens="">
      <span className="unseen">Visit for patient </span>
      {id}
    </a>{" "}
    <PatientName name={name} />
  </>
);
