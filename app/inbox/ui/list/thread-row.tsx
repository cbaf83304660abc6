import { formatDay, formatTime, iso, localDate } from "~/core/time";
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
  return (
    <li className={unanswered ? "thread unanswered" : "thread"} data-id={thread.id} data-title={title}>
      <a
        className="thread-link"
        href={hrefOf({ ...view, thread: thread.id, details: false })}
        aria-current={view.thread === thread.id ? "true" : undefined}
        data-go=""
      >
        <span className="initials" aria-hidden="true">
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
        {thread.last_msg_at !== null && <LastTime at={thread.last_msg_at} now={now} />}
        <span className="thread-last" dir="auto">
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

function LastTime({ at, now }: { at: number; now: number }) {
  const zone = useViewerZone();
  const today = localDate(at, zone) === localDate(now, zone);
  return (
    <time className="thread-when" dateTime={iso(at)} data-when={today ? "time" : "day"}>
      {today ? formatTime(at, zone) : formatDay(at, zone)}
    </time>
  );
}
