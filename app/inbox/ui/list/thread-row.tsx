import { localDate } from "~/core/time";
import { DateTime } from "~/ui/date-time";
import { useViewerZone } from "~/ui/page-context";
import { initialsOf, isUnanswered, previewOf, shownTitle, type Thread } from "../../threads/thread";
import { useShownThread } from "../use-shown-thread";
import { hrefOf, type View } from "../view";
import { StarPicker } from "./star-picker";

interface ThreadRowProps {
  thread: Thread;
  view: View;
  choosing: boolean;
  now: number;
}

export function ThreadRow({ thread, view, choosing, now }: ThreadRowProps) {
  const shown = useShownThread(thread);
  const title = shownTitle(shown);
  const unanswered = isUnanswered(thread);
  const zone = useViewerZone();
  const at = thread.last_msg_at;
  return (
    <li className={unanswered ? "thread unanswered" : "thread"} data-id={thread.id} data-title={title}>
      <a
        className="thread-link"
        href={hrefOf({ ...view, thread: thread.id, details: false })}
        aria-current={view.thread === thread.id ? "true" : undefined}
        data-go=""
      >
        <span className="initials soft small" aria-hidden="true">
          {initialsOf(shown)}
        </span>
        <span className="thread-title" dir="auto">
          {unanswered && (
            <span className="dot">
              <span className="unseen">Unanswered: </span>
            </span>
          )}
          {title}
        </span>
        {at !== null && (
          <span className="thread-when soft small">
            <DateTime at={at} format={localDate(at, zone) === localDate(now, zone) ? "time" : "day"} />
          </span>
        )}
        <span className="thread-last soft" dir="auto">
          {previewOf(thread.last_body)}
        </span>
      </a>
      <button
        type="submit"
        form="pick-star"
        name="star"
        value={thread.id}
        className={`star ${thread.star_color ?? ""}`}
        aria-label={`Star color for ${title}: ${thread.star_color ?? "none"}`}
        aria-expanded={choosing}
      >
        {thread.star_color ? "★" : "☆"}
      </button>
      {choosing && <StarPicker view={view} thread={{ id: thread.id, title, color: thread.star_color }} />}
    </li>
  );
}
