import type { FormProblem } from "~/core/form-problem";
import { Choice } from "~/ui/components/field";
import { cancelReasons, noShowReasons } from "../outcome/outcome-reasons";

interface ReasonFieldProps {
  value?: string | undefined;
  problem: FormProblem | undefined;
}

const options = (reasons: Record<string, string>) =>
  Object.entries(reasons).map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));

export function NoShowReasonField({ value = "patient_absent", problem }: ReasonFieldProps) {
  return (
    <Choice name="reason" label="What happened" value={value} problem={problem}>
      {options(noShowReasons)}
    </Choice>
  );
}

export function CancelReasonField({ problem }: ReasonFieldProps) {
  return (
    <Choice name="reason" label="Reason (optional)" value="" problem={problem}>
      <option value="">Not given</option>
      {options(cancelReasons)}
    </Choice>
  );
}
