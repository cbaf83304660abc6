import type { ReactNode } from "react";
import { Button } from "~/ui/components/button";
import { Chip } from "~/ui/components/chips";
import { Choice, Field } from "~/ui/components/field";
import { FilterFold } from "~/ui/components/filter-fold";
import { strings } from "../../strings";

interface FilterFormProps {
  label?: string;
  /** Always in view. */
  search?: ReactNode;
  /** How many filters are on, besides the search. */
  count?: number;
  children?: ReactNode;
}

/** Scripts submit this form when a filter changes. */
export function FilterForm({ label = "Filters", search, count = 0, children }: FilterFormProps) {
  const show = (
    <p className="buttons">
      <Button look="quiet">Show</Button>
    </p>
  );
  return (
    <form method="get" className="toolbar filters" aria-label={label} id="filter-form">
      {search}
      {children ? (
        <FilterFold count={count}>
          {children}
          {show}
        </FilterFold>
      ) : (
        show
      )}
    </form>
  );
}

interface ListFormProps {
  placeholder: string;
  filters: { search?: string; sort: string; direction: string };
  /** How many filters are on, besides the search. */
  count?: number;
  children?: ReactNode;
}

export function ListForm({ placeholder, filters, count, children }: ListFormProps) {
  const { search, sort, direction } = filters;
  return (
    <FilterForm
      label={children ? "Filters" : "Search"}
      count={count}
      search={
        <>
          <Field
            name="search"
            label="Search"
            type="search"
            placeholder={placeholder}
            value={search}
            maxLength={100}
          />
          <input type="hidden" name="sort" value={sort} />
          <input type="hidden" name="direction" value={direction} />
        </>
      }
    >
      {children}
    </FilterForm>
  );
}

interface DropdownProps {
  name: string;
  label: string;
  value: string | undefined;
  options: readonly string[];
  /** Returns an option's label. By default, it is the option. */
  labelOf?(option: string): string;
}

export function Dropdown({ name, label, value, options, labelOf }: DropdownProps) {
  // Keeps a selected value visible even if it no longer exists.
  const shown = value && !options.includes(value) ? [value, ...options] : options;
  return (
    <Choice name={name} label={label} value={value ?? ""}>
      <option value="">{strings.all}</option>
      {shown.map((option) => (
        <option key={option} value={option}>
          {labelOf?.(option) ?? option}
        </option>
      ))}
    </Choice>
  );
}

interface ActiveFiltersProps {
  /** Keyed by field name. Empty if the filter is off. */
  labels: Record<string, string | number | false | undefined>;
  hrefWithout(name: string): string;
  clearHref: string;
  children?: ReactNode;
}

/** Scripts replace this along with the list. */
export function ActiveFilters({ labels, hrefWithout, clearHref, children }: ActiveFiltersProps) {
  const on = Object.entries(labels).flatMap(([name, label]) => (label ? { name, label: `${label}` } : []));
  return (
    <div id="filters-on" className="filters-on">
      {on.length > 0 && (
        <nav className="chips" aria-label="Active filters">
          {on.map(({ name, label }) => (
            <Chip key={name} label={label} href={hrefWithout(name)} on small />
          ))}
          <a href={clearHref}>Clear all</a>
        </nav>
      )}
      {children}
    </div>
  );
}
