import { strings } from "../strings";

interface ChipProps {
  href: string;
  label: string;
  on: boolean;
  small?: boolean;
  kind?: string;
}

export function Chip({ href, label, on, small, kind }: ChipProps) {
  return (
    <a
      className={["chip", on && "on", small && "small"].filter(Boolean).join(" ")}
      href={href}
      data-chip={kind}
      aria-current={on ? "true" : undefined}
    >
      {label}
      {on && <span className="unseen"> {strings.selectedChip}</span>}
    </a>
  );
}
