import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";

export function SearchForm({
  label,
  value,
  back,
}: {
  label: string;
  value: string | undefined;
  back: string;
}) {
  return (
    <form method="get" className="toolbar" aria-label="Search">
      <Field name="search" label={label} type="search" value={value} maxLength={100} />
      <Button look="quiet">Search</Button>
      {value && (
        <ButtonLink href={back} look="plain">
          Show all
        </ButtonLink>
      )}
    </form>
  );
}
