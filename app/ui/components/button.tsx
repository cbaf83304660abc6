import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";

interface Look {
  /** `quiet` for secondary actions, `danger` for irreversible ones; `plain` looks like a link. */
  look?: "main" | "quiet" | "danger" | "plain" | undefined;
  /** `wide` for a patient page's main action, `small` for staff tables. */
  size?: "wide" | "small" | undefined;
  className?: string | undefined;
}

const classOf = ({ look = "main", size, className }: Look) =>
  ["button", look !== "main" && look, size, className].filter(Boolean).join(" ");

export function Button({ look, size, className, ...rest }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="submit" {...rest} className={classOf({ look, size, className })} />;
}

export function ButtonLink({
  look,
  size,
  className,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <a {...rest} className={classOf({ look, size, className })} />;
}

export function QuietLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <ButtonLink href={href} look="quiet">
      {children}
    </ButtonLink>
  );
}

/** The link below a list to its next page. Empty on the last page. */
export function MoreLink({ href, children }: { href: string | false; children: ReactNode }) {
  if (href === false) return null;
  return (
    <p className="buttons">
      <ButtonLink href={href} look="quiet" size="small">
        {children}
      </ButtonLink>
    </p>
  );
}
