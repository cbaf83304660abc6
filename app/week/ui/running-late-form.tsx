import { Button } from "~/ui/components/button";
import { therapistLateChoices } from "~/visits/late/late-schema";

interface RunningLateFormProps {
  visit: { id: number; patient_id: number; therapist_late_minutes: number | null };
  /** True if the user is the visit's therapist. */
  isOwn: boolean;
  back: string;
  small?: boolean;
}

/** A choice sends the message. After that, the other choices send a correction. */
export function RunningLateForm({ visit, isOwn, back, small }: RunningLateFormProps) {
  const { id, patient_id, therapist_late_minutes: sent } = visit;
  const label = isOwn ? "I'm running late" : "Notify patient of a delay";
  return (
    <details className="late-choices">
      <summary className={`button quiet no-marker${small ? " small" : ""}`}>
        {sent ? `Change the delay (${sent} min)` : label}
        <span className="unseen">{` for the visit with patient ${patient_id}`}</span>
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
