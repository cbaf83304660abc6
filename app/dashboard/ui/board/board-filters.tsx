import { Button } from "~/ui/components/button";
import type { BoardFilters } from "../../board/tiles";
import { strings } from "../../strings";
import { Dropdown } from "../lists/dropdown";

interface BoardFiltersFormProps {
  filters: BoardFilters;
  options: { databases: string[]; therapists: string[] };
}

export function BoardFiltersForm({ filters, options }: BoardFiltersFormProps) {
  return (
    <form method="get" className="toolbar filters" aria-label="Filters" data-choose="">
      <Dropdown name="db" label={strings.database} value={filters.db} options={options.databases} />
      <Dropdown
        name="therapist"
        label={strings.therapist}
        value={filters.therapist}
        options={options.therapists}
      />
      <Button look="quiet">{strings.show}</Button>
    </form>
  );
}
