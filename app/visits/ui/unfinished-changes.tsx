import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import { bulkHref, bulkStrings, progressOf } from "../bulk/bulk-strings";
import type { UnfinishedChange } from "../bulk/find-bulk-change.server";

export function UnfinishedChanges({ changes }: { changes: UnfinishedChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Notice tone="dawn" role="status">
      <p>
        <b>
          {changes.length === 1 ? "A change isn't finished" : `${changes.length} changes aren't finished`}
        </b>
      </p>
      <ul>
        {changes.map((change) => (
          <li key={change.id}>
            <a href={bulkHref(change.id, undefined)}>{bulkStrings[change.act].title}</a>,{" "}
            <DateTime at={change.at} />: {progressOf(change).text}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
