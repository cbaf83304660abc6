import { plural } from "~/core/plural";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import type { BulkChange } from "../bulk/find-bulk-change.server";

/** bulk.enhance.ts presses the button automatically. */
export function BulkProgress({ change, back }: { change: BulkChange; back?: string }) {
  const total = change.outcomes.length;
  const changed = total - change.left;
  return (
    <Notice role="status">
      <p>
        <label htmlFor="bulk-progress">{`${changed} of ${plural(total, "visit")} done`}</label>
      </p>
      <progress id="bulk-progress" className="bulk-progress" max={total} value={changed} />
      <form method="post" action={`/visits/bulk/${change.id}`} data-continue="">
        {back && <input type="hidden" name="back" value={back} />}
        <Button name="act" value="continue">
          Continue with the other {change.left}
        </Button>
      </form>
    </Notice>
  );
}
