import { Choice } from "~/ui/components/field";
import { strings } from "../../strings";

interface DropdownProps {
  name: string;
  label: string;
  value: string | undefined;
  options: readonly string[];
  /** Returns an option's label. By default, it is the option. */
  labelOf?(option: string): string;
}

export function Dropdown({ name, label, value, options, labelOf }: DropdownProps) {
  // Keeps a selected value visible even if it no longer exists.
  const shown = value && !options.includes(value) ? [value, ...options] : options;
  return (
    <Choice name={name} label={label} value={value ?? ""}>
      <option value="">{strings.all}</option>
      {shown.map((option) => (
        <option key={option} value={option}>
          {labelOf?.(option) ?? option}
        </option>
      ))}
    </Choice>
  );
}
