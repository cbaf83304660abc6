import type { ReactNode } from "react";
import { Chip } from "~/ui/components/chips";
import { strings } from "../../strings";

interface ActiveFiltersProps {
  /** Each links to the list without that filter. */
  filters: { label: string; href: string }[];
  clearHref: string;
  children?: ReactNode;
}

/** Scripts replace it together with the list. */
export function ActiveFilters({ filters, clearHref, children }: ActiveFiltersProps) {
  return (
    <div id="filters-on" className="filters-on">
      {filters.length > 0 && (
        <nav className="chips" aria-label="Active filters">
          {filters.map((filter) => (
            <Chip key={filter.label} {...filter} on small />
          ))}
          <a href={clearHref}>{strings.clearFilters}</a>
        </nav>
      )}
      {children}
    </div>
  );
}
