import { formatDay, formatTime, iso, localDate, minute } from "~/core/time";
import { type Message, stateOf } from "../../conversation/message";
import { strings } from "../../strings";
import type { Thread } from "../../threads/thread";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

interface BubblesProps {
  view: View;
  thread: Thread;
  messages: Message[];
  zone: string;
}

/** Messages as bubbles: a line for each new day, the time under each, who wrote under each group. */
export function Bubbles({ view, thread, messages, zone }: BubblesProps) {
  const lastOut = messages.findLast((message) => message.direction === "out")?.id;
  return (
    <ol className="bubbles" id="bubbles">
      {messages.flatMap((message, index) => {
        const before = messages[index - 1];
        const newDay = !before || localDate(before.created_at, zone) !== localDate(message.created_at, zone);
        const bubble = (
          <Bubble
            key={message.id}
            view={view}
            thread={thread}
            message={message}
            last={message.id === lastOut}
            signed={!inOneGroup(message, messages[index + 1])}
            zone={zone}
          />
        );
        return newDay ? [<Day key={`day-${message.id}`} message={message} zone={zone} />, bubble] : [bubble];
      })}
    </ol>
  );
}

const inOneGroup = (message: Message, next: Message | undefined) =>
  next?.direction === message.direction &&
  next.author_user_id === message.author_user_id &&
  next.created_at - message.created_at < 5 * minute;

function Day({ message, zone }: { message: Message; zone: string }) {
  return (
    <li className="talk-day" data-id={message.id}>
      <time dateTime={iso(message.created_at)} data-when="day">
        {formatDay(message.created_at, zone)}
      </time>
    </li>
  );
}

interface BubbleProps {
  view: View;
  thread: Thread;
  message: Message;
  /** The last of our own messages says where it stands, whatever that is. */
  last: boolean;
  signed: boolean;
  zone: string;
}

const fine = new Set(["sent", "delivered", "received"]);

function Bubble({ view, thread, message, last, signed, zone }: BubbleProps) {
  const { direction, status, body, media_count: media } = message;
  const state = direction === "out" && (last || !fine.has(status)) ? stateOf(message) : "";
  const author = direction === "in" ? "Patient" : (message.author_name ?? "Staff");
  return (
    <li className={`bubble ${direction} ${status}`} data-id={message.id}>
      <p className={body ? "said" : "said nothing"} dir="auto">
        <span className="unseen">{author}: </span>
        {body || strings.noText}
      </p>
      {media > 0 && <p className="said-foot">{media === 1 ? strings.oneFile : strings.files(media)}</p>}
      <p className="said-foot">
        {signed && message.author_name && `${message.author_name} · `}
        <time dateTime={iso(message.created_at)} data-when="time">
          {formatTime(message.created_at, zone)}
        </time>
        {state && " · "}
        {state && <span className="said-state">{state}</span>}
      </p>
      {status === "failed" && (
        <ChangeForm view={view} threadId={thread.id} change="retry" className="said-foot">
          <button type="submit" name="message_id" value={message.id} className="button plain small">
            {strings.retry}
          </button>
        </ChangeForm>
      )}
    </li>
  );
}
