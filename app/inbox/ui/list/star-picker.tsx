import { strings } from "../../strings";
import { type StarColor, starColors } from "../../threads/thread";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

interface StarPickerProps {
  view: View;
  /** Null in the template that scripts copy. They fill in the thread's URL and title. */
  thread: { id: number; title: string; color: StarColor | null } | null;
}

export function StarPicker({ view, thread }: StarPickerProps) {
  return (
    <ChangeForm
      view={view}
      threadId={thread?.id ?? 0}
      change="star"
      className="star-picker"
      aria-label={`${strings.starColorFor} ${thread?.title ?? ""}`.trim()}
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
          <span aria-hidden="true">★</span> <span className="star-word">{color}</span>
        </button>
      ))}
      <button type="submit" name="color" value="" className="star-clear">
        {strings.clearStar}
      </button>
    </ChangeForm>
  );
}
