import type { DialogHTMLAttributes, ReactNode } from "react";

/**
 * A native dialog. With `open` the server shows it at once (mark what is behind it `inert`); a script
 * opens the others with showModal(), which takes the focus in, gives it back and closes on Escape.
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
