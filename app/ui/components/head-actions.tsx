import { Children, Fragment, isValidElement, type ReactNode } from "react";
import { ActionMenu } from "./action-menu";

/** A page's actions in the line of its title. On phones, all but the first fold into one menu. */
export function HeadActions({ children }: { children: ReactNode }) {
  const [first, ...others] = actionsIn(children);
  const isMenu = others.some((action) => isValidElement(action) && action.type === ActionMenu);
  return (
    <div className="buttons">
      {first}
      {others.length === 0 || isMenu ? (
        others
      ) : (
        <details className="action-menu phone-menu">
          <summary className="button quiet no-marker">More</summary>
          <div>{others}</div>
        </details>
      )}
    </div>
  );
}

const actionsIn = (children: ReactNode): ReactNode[] =>
  Children.toArray(children).flatMap((child) =>
    isValidElement<{ children: ReactNode }>(child) && child.type === Fragment
      ? actionsIn(child.props.children)
      : [child],
  );
