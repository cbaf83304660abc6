import { Children, type ReactNode } from "react";

interface ActionMenuProps {
  children: ReactNode;
}

/** The actions that don't fit next to the main one. A single action needs no menu. */
export function ActionMenu({ children }: ActionMenuProps) {
  const actions = Children.toArray(children);
  if (actions.length < 2) return actions;
  return (
    <details className="action-menu">
      <summary className="button quiet no-marker">More</summary>
      <div>{actions}</div>
    </details>
  );
}
