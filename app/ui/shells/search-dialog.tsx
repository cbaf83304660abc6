import { Field } from "../components/field";
import { searchField } from "./search-field";

const searchHref = "/search";

export function SearchLink({ here }: { here: string | undefined }) {
  return (
    <a
      className="side-search"
      href={searchHref}
      aria-current={here === searchHref ? "page" : undefined}
      aria-keyshortcuts="/ Control+K"
      data-search-open=""
    >
      Search{" "}
      <span className="key" aria-hidden="true">
        /
      </span>
    </a>
  );
}

/** The `keyboard` script opens it and fills it with the results of the search page. */
export function SearchDialog() {
  return (
    <dialog id="search" className="dialog search-dialog" aria-labelledby="search-title">
      <form method="dialog">
        <button type="submit" className="dialog-close" aria-label="Close">
          ×
        </button>
      </form>
      <h2 id="search-title">Search</h2>
      <search>
        <Field {...searchField} id="search-q" />
        <p role="status" className="unseen" />
      </search>
      <div id="search-found" className="stack" />
      <p className="search-hint soft">
        <kbd>↑</kbd> <kbd>↓</kbd> to move, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close
      </p>
    </dialog>
  );
}
