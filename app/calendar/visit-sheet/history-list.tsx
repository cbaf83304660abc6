import { formatWhen } from "~/core/time";
import type { Change } from "./changes.server";

export function HistoryList({ history, zone }: { history: readonly Change[]; zone: string }) {
  if (history.length === 0) return null;
  return (
    <>
      <h3 className="part-title">History</h3>
      <ul className="visit-history">
        {history.map(({ id, at, what, by, reason }) => (
          <li key={id}>
            {what}
            {reason && ` (${reason})`}
            {by && ` by ${by}`} <span className="soft">{formatWhen(at, zone)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
