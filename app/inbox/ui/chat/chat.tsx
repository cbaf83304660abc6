import { formatPhone, isPhoneNumber } from "~/core/phone";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { Badge } from "~/ui/components/status";
import type { OpenConversation } from "../../conversation/open-conversation.server";
import type { FilledReplies } from "../../replies/saved-reply";
import { strings } from "../../strings";
import { shownTitle } from "../../threads/thread";
import { useShownThread } from "../use-shown-thread";
import { hrefOf, type View } from "../view";
import { Bubbles, QueuedBubbleTemplate } from "./bubbles";
import { Composer } from "./composer";
import { ConsentBanner } from "./consent-banner";
import { DoneButton } from "./done-button";

interface ChatProps extends OpenConversation {
  view: View;
  /** Shows older messages instead of the newest. */
  past: boolean;
  saved: FilledReplies;
  inserted: string | undefined;
}

export function Chat(props: ChatProps) {
  const { view, thread, ledger, messages, earlier, past, saved, inserted, repliers } = props;
  const list = { ...view, thread: null, details: false };
  const oldest = messages[0]?.id ?? 0;
  const canReply = isPhoneNumber(thread.phone);
  return (
    <section className="chat" aria-label="Conversation" data-thread={thread.id}>
      <header className="chat-head" id="chat-head">
        <ButtonLink href={hrefOf(list)} look="plain" className="step-back" data-go="">
          Back
        </ButtonLink>
        <h2 dir="auto">{shownTitle(useShownThread(thread))}</h2>
        <p className="chips">
          {thread.brightree_db && <Badge>{thread.brightree_db}</Badge>}
          <Badge>{formatPhone(thread.phone)}</Badge>
        </p>
        <div className="buttons chat-acts">
          {thread.last_dir === "in" && <DoneButton view={view} thread={thread} />}
          <ButtonLink
            href={hrefOf({ ...view, details: true })}
            look="quiet"
            size="small"
            className="to-details"
            data-go=""
          >
            Details
          </ButtonLink>
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="conversation" id="conversation" tabIndex={0} aria-label="Messages">
        <div>
          <p className="earlier-messages soft small" id="earlier-messages">
            {earlier && (
              <a href={hrefOf(view, { before: String(oldest) })} data-more="messages">
                Earlier messages
              </a>
            )}
          </p>
          <Bubbles view={view} messages={messages} />
          <QueuedBubbleTemplate />
          {messages.length === 0 && <p className="empty soft">{strings.nothingSelected}</p>}
          {past && (
            <p className="earlier-messages soft small">
              <a href={hrefOf(view)} data-go="">
                Newest messages
              </a>
            </p>
          )}
        </div>
      </section>
      <div className="chat-foot">
        <div id="consent-banner">
          {canReply ? (
            <ConsentBanner view={view} thread={thread} latest={ledger[0]} />
          ) : (
            <Notice tone="dawn" role="status">
              This sender is not a phone number (a short code, a name, or another channel such as WhatsApp or
              RCS). You can read these messages but not reply.
            </Notice>
          )}
        </div>
        <p id="replying" className="replying soft" role="status">
          {repliers.length > 0 &&
            `${repliers.join(" and ")} ${repliers.length === 1 ? "is" : "are"} replying.`}
        </p>
        {canReply && (
          <Composer {...{ view, saved, inserted }} lastSeen={past ? null : (messages.at(-1)?.id ?? 0)} />
        )}
      </div>
    </section>
  );
}

export function NoChat() {
  return (
    <section className="chat" aria-label="Conversation">
      <header className="chat-head" id="chat-head">
        <h2>Select a Conversation</h2>
      </header>
      <p className="empty soft">{strings.nothingSelected}</p>
    </section>
  );
}
