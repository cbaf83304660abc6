import { Button } from "~/ui/components/button";
import { Choice } from "~/ui/components/field";
import { strings } from "../../strings";

interface TimesFilterProps {
  therapists: { id: number; name: string }[];
  therapist: number | undefined;
}

export const TimesFilter = ({ therapists, therapist }: TimesFilterProps) => (
  <form method="get" className="toolbar filters" aria-label="Filters" data-choose="">
    <input type="hidden" name="tab" value="times" />
    <Choice name="therapist" label={strings.therapist} value={String(therapist ?? "")}>
      <option value="">All</option>
      {therapists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
    <p className="buttons">
      <Button look="quiet">{strings.show}</Button>
    </p>
  </form>
);
