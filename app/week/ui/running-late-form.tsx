import { Button } from "~/ui/components/button";

interface RunningLateFormProps {
  visit: { id: number; patient_id: number; therapist: string };
  /** True if the user is the visit's therapist. */
  isOwn: boolean;
  back: string;
  small?: boolean;
}

/** A single tap sends the message. */
export function RunningLateForm({ visit, isOwn, back, small }: RunningLateFormProps) {
  return (
    <form method="post" action={`/visits/${visit.id}/running-late`}>
      <input type="hidden" name="back" value={back} />
      <Button look="quiet" size={small ? "small" : undefined}>
        {isOwn ? "I'm running 10 minutes late" : "Notify patient of 10-minute delay"}
        <span className="unseen">{` for the visit with patient ${visit.patient_id}`}</span>
      </Button>
    </form>
  );
}
