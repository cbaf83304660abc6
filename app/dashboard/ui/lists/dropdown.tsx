import { Choice } from "~/ui/components/field";
import { strings } from "../../strings";

interface DropdownProps {
  name: string;
  label: string;
  /** What is chosen; nothing stands for ALL. */
  value: string | undefined;
  options: readonly string[];
}

/** A filter of a GET form: ALL, and the values there are. */
export function Dropdown({ name, label, value, options }: DropdownProps) {
  // A value that is no more stays visible as what it is: the filter in force.
  const shown = value && !options.includes(value) ? [value, ...options] : options;
  return (
    <Choice name={name} label={label} value={value ?? ""}>
      <option value="">{strings.all}</option>
      {shown.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Choice>
  );
}
