import { closeReasons } from "~/orders/closed-orders";
import { Button } from "~/ui/components/button";
import { Fact } from "~/ui/components/fact";
import { DateTime } from "~/ui/date-time";

interface ClosedFactProps {
  order: {
    id: number;
    patient_id: number;
    staff_closed_at: number | null;
    close_reason: keyof typeof closeReasons | null;
    closed_by: string | null;
  };
  back: string;
  zone: string;
}

/** Shows why staff closed an order, who, and when, with a button that reopens it. */
export function ClosedFact({ order, back, zone }: ClosedFactProps) {
  const { id, patient_id, staff_closed_at: at, close_reason: reason, closed_by: by } = order;
  if (at === null) return null;
  return (
    <Fact label="Closed">
      {reason && closeReasons[reason]}
      <span className="soft under">
        {by ? `By ${by}, ` : "By a former user, "}
        <DateTime at={at} zone={zone} />
      </span>
      <form method="post" action={`/orders/${id}/reopen`}>
        <input type="hidden" name="back" value={back} />
        <Button look="quiet" size="small">
          Reopen order<span className="unseen">, patient {patient_id}</span>
        </Button>
      </form>
    </Fact>
  );
}
