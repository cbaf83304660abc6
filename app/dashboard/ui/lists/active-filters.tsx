import type { ReactNode } from "react";
import { Chip } from "~/ui/components/chips";

interface ActiveFiltersProps {
  /** Keyed by field name. Empty if the filter is off. */
  labels: Record<string, string | number | false | undefined>;
  hrefWithout(name: string): string;
  clearHref: string;
  children?: ReactNode;
}

/** Scripts replace this along with the list. */
export function ActiveFilters({ labels, hrefWithout, clearHref, children }: ActiveFiltersProps) {
  const on = Object.entries(labels).flatMap(([name, label]) => (label ? { name, label: `${label}` } : []));
  return (
    <div id="filters-on" className="filters-on">
      {on.length > 0 && (
        <nav className="chips" aria-label="Active filters">
          {on.map(({ name, label }) => (
            <Chip key={name} label={label} href={hrefWithout(name)} on small />
          ))}
          <a href={clearHref}>Clear all</a>
        </nav>
      )}
      {children}
    </div>
  );
}
