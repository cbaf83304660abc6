import type { FormProblem } from "~/core/form-problem";
import { Field } from "~/ui/components/field";

interface DatabaseFieldProps {
  label: string;
  databases: readonly string[];
  value?: string | undefined;
  problem?: FormProblem | undefined;
}

export function DatabaseField({ label, databases, value, problem }: DatabaseFieldProps) {
  return (
    <>
      <Field
        name="brightree_db"
        label={label}
        list="databases"
        autoComplete="off"
        maxLength={60}
        value={value}
        problem={problem}
      />
      <datalist id="databases">
        {databases.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
