import type { ReactNode } from "react";
import { Button } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import type { Direction } from "../../dashboard-schema";
import { strings } from "../../strings";

interface ListFormProps {
  placeholder: string;
  search: string | undefined;
  sort: string | undefined;
  direction: Direction | undefined;
  children?: ReactNode;
}

export function ListForm({ placeholder, search, sort, direction, children }: ListFormProps) {
  return (
    <form
      method="get"
      className="toolbar filters"
      aria-label={children ? "Filters" : "Search"}
      data-choose=""
    >
      <Field
        name="search"
        label="Search"
        type="search"
        placeholder={placeholder}
        value={search}
        maxLength={100}
      />
      {children}
      <input type="hidden" name="sort" value={sort} />
      <input type="hidden" name="direction" value={direction} />
      <p className="buttons">
        <Button look="quiet">{strings.show}</Button>
      </p>
    </form>
  );
}
