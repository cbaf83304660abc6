import { plural } from "~/core/plural";
import { Button } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { progressOf } from "../bulk-strings";
import type { BulkChange } from "../find-bulk-change.server";

interface BulkProgressProps {
  change: BulkChange;
  back?: string | undefined;
}

/** bulk.enhance.ts presses the button for the first minutes. Later, the user decides. */
export function BulkProgress({ change, back }: BulkProgressProps) {
  const { id, outcomes, isAutomatic } = change;
  const { done, total, left, text } = progressOf({ ...change, total: outcomes.length });
  const visits = plural(left, "visit");
  return (
    <Notice tone={isAutomatic ? "plain" : "dawn"} role="status">
      <p>
        <label htmlFor="bulk-progress">{text}</label>
      </p>
      <progress id="bulk-progress" className="bulk-progress" max={total} value={done} />
      {!isAutomatic && (
        <p>
          {`This was interrupted. Continue with the other ${visits}? Visits that have changed in the meantime are left out.`}
        </p>
      )}
      <form
        method="post"
        action={`/visits/bulk/${id}`}
        className="buttons"
        data-continue={isAutomatic ? "" : undefined}
      >
        {back && <input type="hidden" name="back" value={back} />}
        {isAutomatic ? (
          <Button name="act" value="continue">
            Continue with the other {left}
          </Button>
        ) : (
          <>
            <Button name="act" value="resume">
              Continue with the other {left}
            </Button>
            <Button name="act" value="stop" look="quiet">
              {left === 1 ? "Leave it unchanged" : `Leave the other ${left} unchanged`}
            </Button>
          </>
        )}
      </form>
    </Notice>
  );
}
