import type { ReactNode } from "react";

interface FactProps {
  label: string;
  /** Takes the full width. */
  wide?: boolean;
  children: ReactNode;
}

export function Fact({ label, wide, children }: FactProps) {
  return (
    <div className={wide ? "wide" : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
