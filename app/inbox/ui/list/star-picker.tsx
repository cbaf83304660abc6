import { type StarColor, starColors } from "../../conversations/conversation";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

interface StarPickerProps {
  view: View;
  /** Null in the template. Scripts copy it and fill in the thread's id and title. */
  thread: { id: number; title: string; color: StarColor | null } | null;
}

export function StarPicker({ view, thread: conversation }: StarPickerProps) {
  return (
    <ChangeForm
      view={view}
      conversationId={conversation?.id ?? 0}
      change="star"
      className="star-picker"
      aria-label={`Star color for ${conversation?.title ?? ""}`.trim()}
    >
      {starColors.map((color) => (
        <button
          key={color}
          type="submit"
          name="color"
          value={color}
          className={`star ${color}`}
          aria-pressed={conversation?.color === color}
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
