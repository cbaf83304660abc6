import type { FormHTMLAttributes } from "react";
import { hrefOf, pathOf, queryOf, type View } from "./view";

export function GoForm({
  view,
  children,
  ...rest
}: { view: View } & Omit<FormHTMLAttributes<HTMLFormElement>, "action" | "method">) {
  return (
    <form method="get" action={pathOf(view)} data-go="" {...rest}>
      {queryOf(view).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

export function ChangeForm({
  view,
  threadId,
  change,
  children,
  ...rest
}: { view: View; threadId: number; change: string } & Omit<
  FormHTMLAttributes<HTMLFormElement>,
  "action" | "method"
>) {
  return (
    <form method="post" action={`/messages/${threadId}/${change}`} data-change="" {...rest}>
      <input type="hidden" name="back" value={hrefOf(view)} />
      {children}
    </form>
  );
}
