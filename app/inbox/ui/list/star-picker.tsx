import { strings } from "../../strings";
import { starColors, type Thread } from "../../threads/thread";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

/** The five colours, each with its word, and the way to have none. */
export function StarPicker({ thread, view, title }: { thread: Thread; view: View; title: string }) {
  return (
    <ChangeForm
      view={view}
      threadId={thread.id}
      change="star"
      className="star-picker"
      aria-label={`Star colour for ${title}`}
    >
      {starColors.map((color) => (
        <button
          key={color}
          type="submit"
          name="color"
          value={color}
          className={`star ${color}`}
          aria-pressed={thread.star_color === color}
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
