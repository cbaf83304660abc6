import type { ReactNode } from "react";
import { localDate, minute } from "~/core/time";
import { shownText } from "~/messages/own-words";
import { DateTime } from "~/ui/date-time";
import { useBrowserZone } from "~/ui/page-context";
import { type Message, stateOf } from "../../conversations/message";
import { strings } from "../../strings";
import type { View } from "../view";
import { ChangeForm } from "../view-form";

export function Bubbles({ view, messages }: { view: View; messages: Message[] }) {
  const zone = useBrowserZone();
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
            message={message}
            last={message.id === lastOut}
            signed={!inOneGroup(message, messages[index + 1])}
          />
        );
        return newDay
          ? [<Day key={`day-${message.id}`} at={message.created_at} id={message.id} />, bubble]
          : [bubble];
      })}
    </ol>
  );
}

const inOneGroup = (message: Message, next: Message | undefined) =>
  next?.direction === message.direction &&
  next.author_user_id === message.author_user_id &&
  next.created_at - message.created_at < 5 * minute;

function Day({ id, at }: { id: number; at: number }) {
  return (
    <li className="conversation-day soft small" id={`day-${id}`} data-id={id}>
      <DateTime at={at} format="day" />
    </li>
  );
}

/** Scripts copy this to show a message while it is being sent. */
export function QueuedBubbleTemplate() {
  return (
    <template id="queued-bubble">
      <BubbleFrame className="out queued" text="">
        <p className="bubble-foot">Queued</p>
      </BubbleFrame>
    </template>
  );
}

interface FrameProps {
  className: string;
  id?: number;
  text: ReactNode;
  children: ReactNode;
}

function BubbleFrame({ className, id, text, children }: FrameProps) {
  return (
    <li className={`bubble ${className}`} id={id === undefined ? id : `message-${id}`} data-id={id}>
      <p className="bubble-text" dir="auto">
        {text}
      </p>
      {children}
    </li>
  );
}

interface BubbleProps {
  view: View;
  message: Message;
  last: boolean;
  signed: boolean;
}

const usualStates = new Set(["sent", "delivered", "received"]);

function Bubble({ view, message, last, signed }: BubbleProps) {
  const { direction, status, body, media_count: media } = message;
  const state = direction === "out" && (last || !usualStates.has(status)) ? stateOf(message) : "";
  const author = direction === "in" ? "Patient" : (message.author_name ?? "Staff");
  return (
    <BubbleFrame
      className={`${direction} ${status}${body ? "" : " no-text"}`}
      id={message.id}
      text={
        <>
          <span className="unseen">{author}: </span>
          {(direction === "in" ? shownText(body) : body) || strings.noText}
        </>
      }
    >
      {media > 0 && (
        <p className="bubble-foot">{`${media} ${media === 1 ? "attachment" : "attachments"} (not downloaded)`}</p>
      )}
      <p className="bubble-foot">
        {signed && message.author_name && `${message.author_name} · `}
        <DateTime at={message.created_at} format="time" />
        {state && " · "}
        {state && <span className="bubble-status">{state}</span>}
      </p>
      {status === "failed" && (
        <ChangeForm view={view} change="retry" className="bubble-foot">
          <button type="submit" name="message_id" value={message.id} className="button plain small">
            Resend
          </button>
        </ChangeForm>
      )}
    </BubbleFrame>
  );
}
