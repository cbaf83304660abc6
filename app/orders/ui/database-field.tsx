import type { FormProblem } from "~/core/form-problem";
import { Choice } from "~/ui/components/field";

interface DatabaseFieldProps {
  label: string;
  databases: readonly string[];
  value?: string | undefined;
  problem?: FormProblem | undefined;
}

/** If there is only one database, it is already chosen. */
export function DatabaseField({ label, databases, value, problem }: DatabaseFieldProps) {
  const only = databases.length === 1 ? databases[0] : undefined;
  return (
    <Choice name="brightree_db" label={label} value={value || only} problem={problem}>
      <option value="">Choose a database</option>
      {databases.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Choice>
  );
}
