interface ChipProps {
  href: string;
  label: string;
  on: boolean;
  /** Staff filters stand closer. */
  small?: boolean;
  /** What an enhancement script needs to know of it. */
  kind?: string;
}

/** One filter as a link: it turns itself on, and off again when it is on. */
export function Chip({ href, label, on, small, kind }: ChipProps) {
  return (
    <a
      className={["chip", on && "on", small && "small"].filter(Boolean).join(" ")}
      href={href}
      data-chip={kind}
      aria-current={on ? "true" : undefined}
    >
      {label}
      {on && <span className="unseen"> (on, select to turn off)</span>}
    </a>
  );
}
