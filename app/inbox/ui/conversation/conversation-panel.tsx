import { formatPhone, isPhoneNumber } from "~/core/phone";
import { howConsented } from "~/messages/consent/consent-source";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { Badge } from "~/ui/components/status";
import { DateTime } from "~/ui/date-time";
import { consentStrings } from "../../consent-strings";
import { type Conversation, shownTitle } from "../../conversations/conversation";
import type { OpenConversation } from "../../conversations/open-conversation.server";
import type { FilledReplies } from "../../replies/saved-reply";
import { strings } from "../../strings";
import { useShownConversation } from "../use-shown-conversation";
import { hrefOf, queryOf, type View } from "../view";
import { ChangeForm } from "../view-form";
import { Bubbles, QueuedBubbleTemplate } from "./bubbles";
import { Composer } from "./composer";
import { Snooze } from "./snooze";

interface ConversationPanelProps extends OpenConversation {
  view: View;
  /** Shows older messages instead of the newest. */
  past: boolean;
  saved: FilledReplies;
  inserted: string | undefined;
  now: number;
  opensNext: boolean;
}

export function ConversationPanel(props: ConversationPanelProps) {
  const { view, thread: conversation, ledger, messages, earlier, past, saved, inserted, repliers } = props;
  const { senders, now, opensNext } = props;
  const list = { ...view, thread: null, details: false };
  const oldest = messages[0]?.id ?? 0;
  const canReply = isPhoneNumber(conversation.phone);
  return (
    <section className="chat" aria-label="Conversation" data-thread={conversation.id}>
      <header className="chat-head" id="chat-head">
        <ButtonLink href={hrefOf(list)} look="plain" className="step-back" data-go="">
          Back
        </ButtonLink>
        <h2 dir="auto">{shownTitle(useShownConversation(conversation))}</h2>
        <p className="chips">
          {conversation.brightree_db && <Badge>{conversation.brightree_db}</Badge>}
          <Badge>{formatPhone(conversation.phone)}</Badge>
        </p>
        <div className="buttons chat-acts">
          {conversation.last_dir === "in" && (
            <>
              <Snooze view={view} thread={conversation} now={now} />
              <DoneButton view={view} thread={conversation} />
            </>
          )}
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
        <div id="consent-banner" data-awaits-yes={conversation.sms_consent === 0 ? "" : undefined}>
          {canReply ? (
            <ConsentBanner view={view} thread={conversation} latest={ledger[0]} />
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
          <Composer
            view={view}
            saved={saved}
            inserted={inserted}
            senders={senders}
            opensNext={opensNext}
            lastSeen={past ? null : (messages.at(-1)?.id ?? 0)}
          />
        )}
      </div>
    </section>
  );
}

export function NoConversation() {
  return (
    <section className="chat" aria-label="Conversation">
      <header className="chat-head" id="chat-head">
        <h2>Select a Conversation</h2>
      </header>
      <p className="empty soft">{strings.nothingSelected}</p>
    </section>
  );
}

/** For a patient who was called instead, or who needs no reply. */
function DoneButton({ view, thread: conversation }: { view: View; thread: Conversation }) {
  return (
    <form method="post" action={`/messages/${conversation.id}/done`} data-change="" data-next="">
      {queryOf({ ...view, details: false }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {conversation.done_at === null ? (
        <Button look="quiet" size="small" data-key="e" title="No reply needed">
          Done
        </Button>
      ) : (
        <Button look="quiet" size="small" name="undo" value="on">
          Mark as unanswered
        </Button>
      )}
    </form>
  );
}

interface ConsentBannerProps {
  view: View;
  thread: Conversation;
  latest: ConsentEntry | undefined;
}

function ConsentBanner({ view, thread: conversation, latest }: ConsentBannerProps) {
  return (
    <>
      {latest?.given === 0 ? (
        <Notice tone="bad" role="status">
          {consentStrings.optedOut} {howConsented(latest)} on <DateTime at={latest.created_at} format="day" />
          . You can't text this patient until they text YES or START, turn texts on, or ask you to turn them
          on.
        </Notice>
      ) : (
        conversation.sms_consent === 0 && (
          <Notice tone="dawn" role="status">
            Awaiting patient SMS consent. Your messages are queued and will send automatically after they
            reply YES.
          </Notice>
        )
      )}
      {conversation.hold && <PossibleOptOutNotice view={view} thread={conversation} />}
    </>
  );
}

/** Asks staff to decide whether a text is an opt-out, or to resolve a wrong number. */
function PossibleOptOutNotice({ view, thread: conversation }: { view: View; thread: Conversation }) {
  const isWrong = conversation.hold === "wrong_number";
  return (
    <Notice tone="dawn" role="status">
      <p>
        <strong>{isWrong ? "This number may belong to someone else" : "This may be an opt-out"}.</strong>{" "}
        {isWrong
          ? "Automated texts to this number are paused. Check the patient's phone number."
          : "Automated texts to this number are paused until you decide."}
      </p>
      <ChangeForm view={view} change="hold" className="row">
        {isWrong ? (
          <Button look="quiet" size="small" name="decision" value="resolved">
            Resolve
          </Button>
        ) : (
          <>
            <Button look="quiet" size="small" name="decision" value="opt_out">
              Confirm opt-out
            </Button>
            <Button look="quiet" size="small" name="decision" value="not_opt_out">
              Not an opt-out
            </Button>
          </>
        )}
      </ChangeForm>
    </Notice>
  );
}
