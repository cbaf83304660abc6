import { Button } from "~/ui/components/button";
import { Badge } from "~/ui/components/status";

interface UrgentFormProps {
  orderId: number;
  patientId: number;
  isUrgent: boolean;
  back: string;
}

export function UrgentForm({ orderId, patientId, isUrgent, back }: UrgentFormProps) {
  return (
    <form
      method="post"
      action={`/orders/${orderId}/urgent`}
      data-in-place=""
      data-failed="The change could not be saved. Try again."
    >
      <input type="hidden" name="back" value={back} />
      <Button look="quiet" size="small" name="urgent" value={String(!isUrgent)}>
        {isUrgent ? "Mark as not urgent" : "Mark as urgent"}
        <span className="unseen">, patient {patientId}</span>
      </Button>
    </form>
  );
}

export const UrgentBadge = ({ isUrgent }: { isUrgent: boolean }) =>
  isUrgent ? (
    <>
      {" "}
      <Badge dawn>Urgent</Badge>
    </>
  ) : null;
