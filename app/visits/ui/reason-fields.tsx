import { Choice } from "~/ui/components/field";
import { cancelReasons, noShowReasons } from "../outcome/outcome-reasons";

const options = (reasons: Record<string, string>) =>
  Object.entries(reasons).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

export const NoShowReasonField = ({ value = "patient_absent" }: { value?: string | undefined }) => (
  <Choice name="reason" label="What happened" value={value}>
    {options(noShowReasons)}
  </Choice>
);

export const CancelReasonField = () => (
  <Choice name="reason" label="Reason (optional)" value="">
    <option value="">Not given</option>
    {options(cancelReasons)}
  </Choice>
);
