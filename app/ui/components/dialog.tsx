import type { DialogHTMLAttributes, ReactNode } from "react";

/**
 * With `open`, the server shows it; mark the page behind it `inert`. Scripts open it with showModal(), which
 * manages focus and Escape.
 */
export function Dialog({
  id,
  title,
  children,
  ...rest
}: { id: string; title: ReactNode } & Omit<DialogHTMLAttributes<HTMLDialogElement>, "title">) {
  return (
    <dialog {...rest} id={id} className="dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  );
}
