import { ButtonLink } from "~/ui/components/button";

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
