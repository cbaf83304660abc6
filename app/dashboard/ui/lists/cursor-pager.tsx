import { ButtonLink } from "~/ui/components/button";

interface CursorPagerProps {
  previous?: string | null;
  next: string | null;
  /** True for a list that opens on today's page. `EarlierLink` above it then has the previous page. */
  opensToday?: boolean | undefined;
  at(cursor: string): string;
}

export function CursorPager({ next, opensToday, at, ...page }: CursorPagerProps) {
  const previous = opensToday ? null : page.previous;
  if (!previous && !next) return null;
  return (
    <nav className="spread" aria-label="Pages">
      {previous ? (
        <ButtonLink href={at(previous)} look="quiet" size="small" rel="prev">
          Previous page
        </ButtonLink>
      ) : (
        <span />
      )}
      {next && (
        <ButtonLink href={at(next)} look="quiet" size="small" rel="next">
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}

interface EarlierLinkProps {
  opensToday?: boolean | undefined;
  previous: string | null;
  at(cursor: string): string;
}

/** The previous page of a list that opens on today's page. It is above the list, where users look for earlier visits. */
export function EarlierLink({ opensToday, previous, at }: EarlierLinkProps) {
  if (!opensToday || !previous) return null;
  return (
    <p className="row small">
      <ButtonLink href={at(previous)} look="quiet" size="small" rel="prev">
        Previous page
      </ButtonLink>
      <span className="soft">Earlier visits</span>
    </p>
  );
}

interface PagerProps {
  page: number;
  more: boolean;
  of: string;
  hrefOf(page: number): string;
}

export function Pager({ page, more, of, hrefOf }: PagerProps) {
  if (page === 1 && !more) return null;
  return (
    <nav className="buttons" aria-label={`Pages of ${of}`}>
      {page > 1 && (
        <ButtonLink href={hrefOf(page - 1)} look="quiet" size="small">
          Previous page
        </ButtonLink>
      )}
      <span className="soft small">Page {page}</span>
      {more && (
        <ButtonLink href={hrefOf(page + 1)} look="quiet" size="small">
          Next page
        </ButtonLink>
      )}
    </nav>
  );
}
