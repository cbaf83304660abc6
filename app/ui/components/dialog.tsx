import type { DialogHTMLAttributes, ReactNode } from "react";

/** With `open`, the server renders the dialog open. The page behind it must be `inert`. */
export function Dialog({
  id,
  title,
  focusTitle,
  children,
  ...rest
}: { id: string; title: ReactNode; focusTitle?: boolean } & Omit<
  DialogHTMLAttributes<HTMLDialogElement>,
  "title"
>) {
  return (
    <dialog {...rest} id={id} className="dialog" aria-labelledby={`${id}-title`}>
      <h2
        id={`${id}-title`}
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: screen readers should read the question before its first control.
        autoFocus={focusTitle}
      >
        {title}
      </h2>
      {children}
    </dialog>
  );
}
