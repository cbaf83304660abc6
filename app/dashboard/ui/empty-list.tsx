import type { ReactNode } from "react";
import { strings } from "../strings";

interface EmptyListProps {
  /** The text of the specification. */
  text?: string;
  /** Explains what will be listed and why nothing is, or what to do. */
  children: ReactNode;
}

export function EmptyList({ text = strings.noRows, children }: EmptyListProps) {
  return (
    <>
      {text}
      {children && <span className="soft under">{children}</span>}
    </>
  );
}
