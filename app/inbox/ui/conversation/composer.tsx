import { Button } from "~/ui/components/button";
import { useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import type { Message } from "../../conversations/message";
import type { FilledReplies } from "../../replies/saved-reply";
import { hrefOf, type View } from "../view";
import { ReplyPicker } from "./reply-picker";

interface ComposerProps {
  view: View;
  /** The id of the newest message on the page; null if the page shows older messages. */
  lastSeen: number | null;
  saved: FilledReplies;
  /** The text of a saved reply that was chosen without scripts. */
  inserted: string | undefined;
}

export function Composer({ view, lastSeen, saved, inserted }: ComposerProps) {
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
    </form>
  );
}
