import type { ReactNode } from "react";

/** Filters that share one button on phones. @param count how many of them are on */
export function FilterFold({ count, children }: { count: number; children: ReactNode }) {
  return (
    <details className="filter-fold">
      <summary className="button quiet no-marker">
        Filters{" "}
        <span id="filter-count">
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
