import type { ReactNode } from "react";
import { Button } from "~/ui/components/button";

/** Scripts submit this form when a filter changes. */
export function FilterForm({ label = "Filters", children }: { label?: string; children: ReactNode }) {
  return (
    <form method="get" className="toolbar filters" aria-label={label} data-choose="">
      {children}
      <p className="buttons">
        <Button look="quiet">Show</Button>
      </p>
    </form>
  );
}
