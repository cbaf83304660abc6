import type { FormProblem } from "~/core/form-problem";
import { isEarly, stepNames } from "~/orders/step";
import { Field } from "~/ui/components/field";
import { longestReason } from "../new-appointment-schema";

interface EarlyReasonProps {
  orders: { step: number; patient_id: number }[];
  problem?: FormProblem | undefined;
}

/** Asks why staff book before an order is ready to schedule. Nothing if none of the orders is that early. */
export function EarlyReason({ orders, problem }: EarlyReasonProps) {
  const early = orders.filter(isEarly);
  const [first] = early;
  if (!first) return null;
  const isOnly = orders.length === 1;
  return (
    <Field
      name="reason"
      label="Reason for booking now"
      hint={
        isOnly
          ? `The order is in step ${first.step}, ${stepNames[first.step - 1]}. Insurance can still deny it.`
          : `Needed for patient ${early.map(({ patient_id }) => patient_id).join(", ")}, whose order isn't ready to schedule. Insurance can still deny it.`
      }
      maxLength={longestReason}
      autoComplete="off"
      required={isOnly}
      problem={problem}
    />
  );
}
