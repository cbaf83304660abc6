import { useLocation } from "@remix-run/react";
import { Button } from "./button";
import { type Undoable, undoShownFor } from "./undoable";

/** "Marked as done – Undo (30 s)", among the toasts. `scripts/undo.ts` counts the seconds. */
export function Undo(change: Undoable) {
  const { text, undo, fields = {}, back, seconds = undoShownFor, ended, undone, inPlace } = change;
  const { pathname, search } = useLocation();
  return (
    <form
      method="post"
      action={undo}
      className="undo"
      data-ended={ended}
      data-undone={undone}
      data-in-place={inPlace ? "" : undefined}
    >
      <input type="hidden" name="back" value={back ?? pathname + search} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>{text}</p>
      <Button look="quiet" size="small" data-seconds={seconds}>
        Undo
      </Button>
    </form>
  );
}
