import type { ReactNode } from "react";
import { useProblem } from "~/ui/components/form";

/** Checkboxes that share a name, with their error message. */
export function CheckGroup({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  const wrong = useProblem()?.fields[name];
  return (
    <fieldset className="field" id={`f-${name}`} aria-describedby={wrong && `f-${name}-wrong`}>
      <legend className="label">{label}</legend>
      {children}
      {wrong && (
        <p className="wrong" id={`f-${name}-wrong`}>
          {wrong[0]}
        </p>
      )}
    </fieldset>
  );
}
