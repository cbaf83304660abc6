import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";

interface Look {
  /** `quiet` beside a main action, `danger` for what cannot be undone, `plain` looks like a link. */
  look?: "main" | "quiet" | "danger" | "plain" | undefined;
  /** `wide` is the one action of a patient's page, `small` stands in staff tables. */
  size?: "wide" | "small" | undefined;
  /** Where it stands, for the style sheet of that place. */
  className?: string | undefined;
}

const classOf = ({ look = "main", size, className }: Look) =>
  ["button", look !== "main" && look, size, className].filter(Boolean).join(" ");

/** A button that submits its form unless told otherwise. */
export function Button({ look, size, className, ...rest }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="submit" {...rest} className={classOf({ look, size, className })} />;
}

/** A link that looks like a button, for what a GET does. */
export function ButtonLink({
  look,
  size,
  className,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <a {...rest} className={classOf({ look, size, className })} />;
}
