import { Choice } from "~/ui/components/field";
import { strings } from "../../strings";
import { FilterForm } from "../lists/filter-form";

interface TimesFilterProps {
  therapists: { id: number; name: string }[];
  therapist: number | undefined;
}

export const TimesFilter = ({ therapists, therapist }: TimesFilterProps) => (
  <FilterForm>
    <input type="hidden" name="tab" value="times" />
    <Choice name="therapist" label={strings.therapist} value={String(therapist ?? "")}>
      <option value="">All</option>
      {therapists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  </FilterForm>
);
