import type { ReactNode } from "react";
import { Field } from "~/ui/components/field";
import { FilterForm } from "./filter-form";

interface ListFormProps {
  placeholder: string;
  filters: { search?: string; sort: string; direction: string };
  children?: ReactNode;
}

export function ListForm({ placeholder, filters: { search, sort, direction }, children }: ListFormProps) {
  return (
    <FilterForm label={children ? "Filters" : "Search"}>
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
    </FilterForm>
  );
}
