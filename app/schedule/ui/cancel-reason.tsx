import { strings } from "../strings";

const reasons = ["patient_request", "equipment_not_arrived", "other"] as const;

export function CancelReason({ chosen }: { chosen: string | undefined }) {
  return (
    <fieldset className="plain-choices">
      <legend>{strings.cancelReason.title}</legend>
      {reasons.map((reason) => (
        <label key={reason} className="check">
          <input type="radio" name="reason" value={reason} defaultChecked={chosen === reason} />
          <span>{strings.cancelReason[reason]}</span>
        </label>
      ))}
    </fieldset>
  );
}
