import type { ReactNode } from "react";

interface FactProps {
  label: string;
  /** Takes a whole line. */
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
