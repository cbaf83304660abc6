import type { NoteReason } from "~/integrations/order-system/order-notes";
import { Choice, Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";

interface ReasonFieldProps {
  reasons: NoteReason[];
  reason: number | null;
  /** The error if the reasons could not be read. */
  problem: string | null;
}

const hint = "The order system requires a reason for each note. Choose one that your staff will see.";

export function ReasonField({ reasons, reason, problem }: ReasonFieldProps) {
  const value = reason === null ? undefined : String(reason);
  if (reasons.length === 0) {
    return (
      <>
        <Notice tone="warn">
          {problem ? `The reasons could not be read: ${problem}` : "The order system listed no reasons."}
        </Notice>
        <Field
          name="reason"
          label="Reason number"
          hint="Your order system's support can tell you this number."
          inputMode="numeric"
          value={value}
          maxLength={10}
          required
        />
      </>
    );
  }
  return (
    <Choice name="reason" label="Note reason" hint={hint} value={value ?? ""} required>
      <option value="">Choose a reason</option>
      {reasons.map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
