import { Notice } from "~/ui/components/notice";
import { absenceSummary } from "../absence/absence-strings";
import { bulkSummary, countOutcomes } from "../bulk/bulk-strings";
import type { BulkChange } from "../bulk/find-bulk-change.server";
import { BulkProgress } from "./bulk-progress";
import { BulkUndo } from "./bulk-undo";

interface AbsenceResultProps {
  change: BulkChange;
  now: number;
  left: number;
  isClosed: boolean;
  back: string;
}

export function AbsenceResult({ change, now, left, isClosed, back }: AbsenceResultProps) {
  if (change.left + change.undoLeft > 0) return <BulkProgress change={change} back={back} />;
  const counts = countOutcomes(change.outcomes);
  const { done, refused, undone } = counts;
  return (
    <Notice tone={left > 0 || undone > 0 ? "warn" : "good"} role="status">
      <p>
        <b>{absenceSummary({ done, left, undone, isClosed })}</b>
      </p>
      {(refused > 0 || (done > 0 && undone > 0)) && <p>{bulkSummary("reassign", counts)}</p>}
      <BulkUndo change={change} now={now} back={back} />
    </Notice>
  );
}
