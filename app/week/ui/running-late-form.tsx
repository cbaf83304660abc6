import { Button } from "~/ui/components/button";
import { therapistLateChoices } from "~/visits/late/late-schema";
import type { Visit } from "~/visits/visit";

interface RunningLateFormProps {
  visit: Pick<Visit, "id" | "patient_id" | "class_id" | "therapist_late_minutes">;
  isOwn: boolean;
  back: string;
  small?: boolean;
}

/** A choice sends the message, in a class to all its patients. After that, the other choices send a correction. */
export function RunningLateForm({ visit, isOwn, back, small }: RunningLateFormProps) {
  const { id, patient_id, therapist_late_minutes: sent } = visit;
  const isClass = visit.class_id !== null;
  const label = isOwn ? "I'm running late" : `Notify ${isClass ? "patients" : "patient"} of a delay`;
  return (
    <details className="late-choices">
      <summary className={`button quiet no-marker${small ? " small" : ""}`}>
        {sent ? `Change the delay (${sent} min)` : label}
        <span className="unseen">
          {isClass ? " for the class" : ` for the visit with patient ${patient_id}`}
        </span>
      </summary>
      <form method="post" action={`/visits/${id}/running-late`} className="row">
        <input type="hidden" name="back" value={back} />
        {therapistLateChoices
          .filter((minutes) => minutes !== sent)
          .map((minutes) => (
            <Button key={minutes} name="minutes" value={minutes} look="quiet" size="small">
              {minutes} min<span className="unseen"> late</span>
            </Button>
          ))}
      </form>
    </details>
  );
}
