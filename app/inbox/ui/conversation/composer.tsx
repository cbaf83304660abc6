import { Button } from "~/ui/components/button";
import { useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import type { Message } from "../../conversations/message";
import type { Sender } from "../../conversations/sender.server";
import type { FilledReplies } from "../../replies/saved-reply";
import { SenderField } from "../sender-field";
import { hrefOf, type View } from "../view";
import { ReplyPicker } from "./reply-picker";

interface ComposerProps {
  view: View;
  /** The id of the newest message on the page; null if the page shows older messages. */
  lastSeen: number | null;
  saved: FilledReplies;
  /** The text of a saved reply that was chosen without scripts. */
  inserted: string | undefined;
  senders: Sender[];
  opensNext: boolean;
}

export function Composer({ view, lastSeen, saved, inserted, senders, opensNext }: ComposerProps) {
  const problem = useProblem();
  const newer = (problem?.extra.newer ?? []) as Message[];
  return (
    <form
      method="post"
      action={hrefOf(view)}
      className="composer"
      id="composer"
      data-send={view.thread ?? ""}
    >
      <div id="composer-problem">
        {problem && (
          <Notice tone="bad">
            <p>{problem.message}</p>
            {newer.map((message) => (
              <p key={message.id} className="newer" dir="auto">
                {message.direction === "in" ? "Patient" : "Staff"}: {message.body}
              </p>
            ))}
          </Notice>
        )}
      </div>
      {lastSeen !== null && <input type="hidden" name="last_seen" id="last-seen" value={lastSeen} />}
      {opensNext && <input type="hidden" name="next" value="on" />}
      <div id="sender">
        <SenderField senders={senders} required />
      </div>
      <label className="unseen" htmlFor="body">
        Reply…
      </label>
      <textarea
        className="input"
        id="body"
        name="body"
        rows={2}
        maxLength={1600}
        placeholder="Reply…"
        defaultValue={problem?.typed.body ?? inserted}
        aria-describedby="segments"
        data-key="r"
        required
      />
      <Button>Send</Button>
      <ReplyPicker view={view} saved={saved} />
      <p className="segments num soft small" id="segments" />
      <p className="composer-keys soft small">
        {opensNext ? "Enter sends and opens the next one." : "Ctrl+Enter also opens the next unanswered one."}{" "}
        <a href="/account#messaging-title" target="_blank" rel="noopener">
          Change<span className="unseen"> what Send opens (new tab)</span>
        </a>
      </p>
    </form>
  );
}
