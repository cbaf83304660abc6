import { Button } from "~/ui/components/button";
import type { Place } from "../../board/tiles";
import { words } from "../../strings";
import { Dropdown } from "../lists/dropdown";

interface PlaceFormProps {
  place: Place;
  options: { databases: string[]; therapists: string[] };
}

/** The two dropdowns over the dashboard. A script sends them on a choice; without it there is the button. */
export function PlaceForm({ place, options }: PlaceFormProps) {
  return (
    <form method="get" className="toolbar" aria-label="Filters" data-choose="">
      <Dropdown name="db" label={words.database} value={place.db} options={options.databases} />
      <Dropdown
        name="therapist"
        label={words.therapist}
        value={place.therapist}
        options={options.therapists}
      />
      <Button look="quiet">{words.show}</Button>
    </form>
  );
}
