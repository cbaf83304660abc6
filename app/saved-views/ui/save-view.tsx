import { type ListName, queryOf } from "../saved-view";

interface SaveViewProps {
  list: ListName;
  filters: Record<string, string | number | null | undefined>;
}

/** In a list's filter bar: saves its filters under a name, and leads to the saved views. */
export function SaveView({ list, filters }: SaveViewProps) {
  const query = queryOf(list, filters);
  const at = new URLSearchParams({ list, filters: query });
  return (
    <p className="save-view small">
      {query && <a href={`/views/new?${at}`}>Save this view…</a>} <a href="/views">Saved views</a>
    </p>
  );
}
