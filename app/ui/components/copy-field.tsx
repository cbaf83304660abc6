import { Button } from "./button";
import { Field } from "./field";

interface CopyFieldProps {
  name: string;
  label: string;
  hint: string;
  value: string;
}

/** A field with text to copy, and a Copy button if scripts run. The page must list the `copy` script. */
export function CopyField({ name, label, hint, value }: CopyFieldProps) {
  return (
    <>
      <Field name={name} label={label} hint={hint} value={value} readOnly />
      <p className="buttons">
        <Button type="button" data-copy={`f-${name}`} hidden>
          Copy
        </Button>
        <span role="status" data-copied="" />
      </p>
    </>
  );
}
