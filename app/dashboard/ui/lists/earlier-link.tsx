interface EarlierLinkProps {
  opensToday?: boolean | undefined;
  previous: string | null;
  at(cursor: string): string;
}

/** Links to past visits from a list that starts today. */
export function EarlierLink({ opensToday, previous, at }: EarlierLinkProps) {
  if (!opensToday || !previous) return null;
  return (
    <p className="small" title="Earlier visits are not shown.">
      <a href={at(previous)}>Show earlier</a>
    </p>
  );
}
