import { languages } from "~/core/language/languages";
import type { FilledReplies, FilledReply } from "../../replies/saved-reply";
import { hrefOf, repliesHref, type View } from "../view";

/** Without scripts, a link loads the page with the text in the composer. */
export function ReplyPicker({ view, saved }: { view: View; saved: FilledReplies }) {
  const { company, replies } = saved;
  return (
    <details className="saved-replies" id="saved-replies">
      <summary className="button quiet small no-marker">Saved replies</summary>
      <div>
        <ul>
          {replies.map((reply) => (
            <SavedReply key={reply.id} view={view} reply={reply} />
          ))}
        </ul>
        <p>
          {replies.length === 0 && "No saved replies yet. "}
          <a href={repliesHref(company)} target="_blank" rel="noopener">
            {replies.length === 0 ? "Add saved replies" : "Edit saved replies"}
            <span className="unseen"> (new tab)</span>
          </a>
        </p>
      </div>
    </details>
  );
}

function SavedReply({ view, reply }: { view: View; reply: FilledReply }) {
  const [first, second] = reply.texts;
  if (!first) return null;
  const hrefIn = (language: string) => hrefOf(view, { reply: String(reply.id), in: language });
  return (
    <li>
      <a href={hrefIn(first.language)} data-insert={first.text}>
        <strong>{reply.name}</strong>
        <span className="reply-start soft small" lang={first.language}>
          {first.text}
        </span>
        {reply.lacksSpanish && <span className="soft small">No Spanish text saved</span>}
      </a>
      {second && (
        <a href={hrefIn(second.language)} data-insert={second.text}>
          <span lang={second.language}>{languages[second.language].name}</span>
          <span className="unseen">{`: ${reply.name}`}</span>
        </a>
      )}
    </li>
  );
}
