import type { ReactNode } from "react";

interface FilterFoldProps {
  count: number;
  /** Scripts update the count by this ID. */
  countId?: string;
  /** Whether phones show the filters immediately. */
  open?: boolean;
  children: ReactNode;
}

/** Filters that share one button on phones. */
export function FilterFold({ count, countId = "filter-count", open, children }: FilterFoldProps) {
  return (
    <details className="filter-fold" open={open}>
      <summary className="button quiet no-marker">
        Filters{" "}
        <span id={countId}>
          {count > 0 && (
            <span className="badge num">
              {count}
              <span className="unseen"> on</span>
            </span>
          )}
        </span>
      </summary>
      {children}
    </details>
  );
}
