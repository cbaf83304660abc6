import { countByStatus } from "../week";

const tiles = [
  ["submitted", "Submitted"],
  ["confirmed", "Confirmed"],
  ["completed", "Completed"],
] as const;

export function WeekTiles({ visits }: { visits: readonly { status: string }[] }) {
  const counts = countByStatus(visits);
  return (
    <dl className="week-tiles">
      {tiles.map(([status, label]) => (
        <div key={status} className={`box ${status}`}>
          <dt>{label}</dt>
          <dd data-count={status}>{counts[status]}</dd>
        </div>
      ))}
    </dl>
  );
}
