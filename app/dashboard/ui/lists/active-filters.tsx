import { Chip } from "~/ui/components/chips";
import { strings } from "../../strings";

interface ActiveFiltersProps {
  id?: string;
  /** Each leads to the list without it. */
  filters: { label: string; href: string }[];
  clearHref: string;
}

export function ActiveFilters({ id, filters, clearHref }: ActiveFiltersProps) {
  if (filters.length === 0) return null;
  return (
    <nav id={id} className="chips" aria-label="Active filters">
      {filters.map((filter) => (
        <Chip key={filter.label} {...filter} on small />
      ))}
      <a href={clearHref}>{strings.clearFilters}</a>
    </nav>
  );
}
