import { PatientName } from "~/visits/ui/patient";

interface WaitingPatientLinkProps {
  patient: { visitId: number; patientId: number; patientName: string | null };
}

export const WaitingPatientLink = ({ patient }: WaitingPatientLinkProps) => (
  <>
    <a href={`/visits/${patient.visitId}`} data-opens="">
      <span className="unseen">Visit of patient </span>
      {patient.patientId}
    </a>{" "}
    <PatientName name={patient.patientName} />
  </>
);
