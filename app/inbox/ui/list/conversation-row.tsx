import { localDate } from "~/core/time";
import { DateTime } from "~/ui/date-time";
import { useBrowserZone } from "~/ui/page-context";
import {
  type Conversation,
  initialsOf,
  isUnanswered,
  previewOf,
  shownTitle,
} from "../../conversations/conversation";
import { useShownConversation } from "../use-shown-conversation";
import { hrefOf, type View } from "../view";
import { StarPicker } from "./star-picker";

interface ConversationRowProps {
  thread: Conversation;
  view: View;
  companies: readonly string[];
  choosing: boolean;
  now: number;
}

export function ConversationRow({
  thread: conversation,
  view,
  companies,
  choosing,
  now,
}: ConversationRowProps) {
  const shown = useShownConversation(conversation);
  const title = shownTitle(shown);
  const unanswered = isUnanswered(conversation);
  const zone = useBrowserZone();
  const at = conversation.last_msg_at;
  return (
    <li
      className={`thread${unanswered ? " unanswered" : ""}${conversation.is_last_automatic ? " automatic" : ""}`}
      id={`conversation-${conversation.id}`}
      data-id={conversation.id}
      data-title={title}
    >
      <a
        className="thread-link"
        href={hrefOf({ ...view, thread: conversation.id, details: false })}
        aria-current={view.thread === conversation.id ? "true" : undefined}
        data-go=""
      >
        <span className="initials soft small" aria-hidden="true">
          {initialsOf(shown)}
        </span>
        <span className="thread-title" dir="auto">
          {conversation.last_dir === "in" && (
            <span className="dot">
              <span className="unseen">{unanswered ? "Unanswered: " : "The patient wrote last: "}</span>
            </span>
          )}
          {title}
        </span>
        {at !== null && (
          <span className="thread-when soft small">
            <DateTime at={at} format={localDate(at, zone) === localDate(now, zone) ? "time" : "short-day"} />
          </span>
        )}
        <span className="thread-last soft" dir="auto">
          {previewOf(conversation, companies)}
        </span>
        {conversation.snoozed_until !== null && (
          <span className="thread-snoozed small">
            Snoozed until <DateTime at={conversation.snoozed_until} format="day" />
          </span>
        )}
      </a>
      <button
        type="submit"
        form="pick-star"
        name="star"
        value={conversation.id}
        className={`star ${conversation.star_color ?? ""}`}
        aria-label={`Star color for ${title}: ${conversation.star_color ?? "none"}`}
        aria-expanded={choosing}
      >
        {conversation.star_color ? "★" : "☆"}
      </button>
      {choosing && (
        <StarPicker view={view} thread={{ id: conversation.id, title, color: conversation.star_color }} />
      )}
    </li>
  );
}
