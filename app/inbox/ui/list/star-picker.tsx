import { type StarColor, starColors } from "../../threads/thread";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

interface StarPickerProps {
  view: View;
  /** Null in the template. Scripts copy it and fill in the thread's id and title. */
  thread: { id: number; title: string; color: StarColor | null } | null;
}

export function StarPicker({ view, thread }: StarPickerProps) {
  return (
    <ChangeForm
      view={view}
      threadId={thread?.id ?? 0}
      change="star"
      className="star-picker"
      aria-label={`Star color for ${thread?.title ?? ""}`.trim()}
    >
      {starColors.map((color) => (
        <button
          key={color}
          type="submit"
          name="color"
          value={color}
          className={`star ${color}`}
          aria-pressed={thread?.color === color}
        >
          <span aria-hidden="true">★</span> {color}
        </button>
      ))}
      <button type="submit" name="color" value="" className="star-clear">
        clear
      </button>
    </ChangeForm>
  );
}
