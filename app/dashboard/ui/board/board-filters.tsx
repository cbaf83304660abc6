import type { BoardFilters } from "../../dashboard-schema";
import { strings } from "../../strings";
import { Dropdown } from "../lists/dropdown";
import { FilterForm } from "../lists/filter-form";

interface BoardFiltersFormProps {
  filters: BoardFilters;
  options: { databases: string[]; therapists: string[] };
}

export const BoardFiltersForm = ({ filters: { db, therapist }, options }: BoardFiltersFormProps) => (
  <FilterForm>
    <Dropdown name="db" label={strings.database} value={db} options={options.databases} />
    <Dropdown name="therapist" label={strings.therapist} value={therapist} options={options.therapists} />
  </FilterForm>
);
