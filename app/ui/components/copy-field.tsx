import { Button } from "./button";
import { Field } from "./field";

interface CopyButtonProps {
  /** The element ID of the field or the link. */
  of: string;
  look?: "quiet";
  size?: "small";
  children: string;
}

/** Copies a field's text or a link's address. Hidden without scripts. Its parent shows the result. */
export const CopyButton = ({ of, look, size, children }: CopyButtonProps) => (
  <>
    <Button type="button" className="needs-script" data-copy={of} look={look} size={size}>
      {children}
    </Button>
    <span role="status" data-copied="" />
  </>
);

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
        <CopyButton of={`f-${name}`}>Copy</CopyButton>
      </p>
    </>
  );
}
