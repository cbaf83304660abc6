import type { FormHTMLAttributes } from "react";
import { hrefOf, pathOf, queryOf, type View } from "./view";

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, "action" | "method"> {
  view: View;
}

export function GoForm({ view, children, ...rest }: FormProps) {
  return (
    <form method="get" action={pathOf(view)} data-go="" {...rest}>
      {queryOf(view).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

interface ChangeFormProps extends FormProps {
  /** By default, the open thread. */
  conversationId?: number;
  change: string;
}

export function ChangeForm({ view, conversationId, change, children, ...rest }: ChangeFormProps) {
  return (
    <form
      method="post"
      action={`/messages/${conversationId ?? view.thread}/${change}`}
      data-change=""
      {...rest}
    >
      <input type="hidden" name="back" value={hrefOf(view)} />
      {children}
    </form>
  );
}
