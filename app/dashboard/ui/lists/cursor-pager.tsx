import { ButtonLink } from "~/ui/components/button";

interface CursorPagerProps {
  previous?: string | null;
  next: string | null;
  at(cursor: string): string;
}

export function CursorPager({ previous, next, at }: CursorPagerProps) {
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
