import { listHref } from "~/core/list-href";

interface NumberLinkProps {
  count: number;
  path: "/recovery/visits" | "/recovery/times";
  filter: Record<string, string | number | undefined>;
  /** For screen readers. */
  label: string;
}

export function NumberLink({ count, path, filter, label }: NumberLinkProps) {
  const shown = count.toLocaleString("en-US");
  if (count === 0) return shown;
  return (
    <a href={listHref(path, filter)} aria-label={`${shown}: ${label}`}>
      {shown}
    </a>
  );
}
