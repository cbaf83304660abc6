import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";

interface SearchFormProps {
  label?: string;
  /** An example of what to search for, shown in the empty field. */
  placeholder?: string;
  value: string | undefined;
  back: string;
}

export function SearchForm({ label = "Search", placeholder, value, back }: SearchFormProps) {
  return (
    <form method="get" className="toolbar search-line" aria-label="Search">
      <Field
        name="search"
        label={label}
        type="search"
        placeholder={placeholder}
        value={value}
        maxLength={100}
      />
      <Button look="quiet">Search</Button>
      {value && (
        <ButtonLink href={back} look="plain">
          Show all
        </ButtonLink>
      )}
    </form>
  );
}
