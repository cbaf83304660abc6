interface StatusTile {
  status: "submitted" | "confirmed" | "completed";
  label: string;
  count: number;
  hint?: string;
}

export function StatusTiles({ id, tiles }: { id?: string; tiles: readonly StatusTile[] }) {
  return (
    <dl className="status-tiles" id={id} data-live={id ? "" : undefined}>
      {tiles.map(({ status, label, count, hint }) => (
        <div key={status} className={`box ${status}`}>
          <dt>{label}</dt>
          <dd>
            <b className="num" data-count={status}>
              {count.toLocaleString("en-US")}
            </b>
            {hint && <span className="soft small"> {hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
