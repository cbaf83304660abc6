import { type Conversation, type Folder, folders } from "../../conversations/conversation";
import { hrefOf, type View } from "../view";
import { GoForm } from "../view-form";
import { ConversationRow } from "./conversation-row";
import { ConversationTools } from "./conversation-tools";
import { StarPicker } from "./star-picker";

interface ConversationListProps {
  view: View;
  counts: Record<Folder, number>;
  unanswered: number;
  threads: Conversation[];
  companies: string[];
  next: string | null;
  further: boolean;
  star: number | null;
  now: number;
}

export function ConversationList(props: ConversationListProps) {
  const { view, threads: conversations, companies, next, further, star, now } = props;
  return (
    <section className="threads" aria-label="Conversations">
      <div className="threads-head">
        <Folders view={view} counts={props.counts} />
        <ConversationTools view={view} unanswered={props.unanswered} />
      </div>
      {/* The star buttons in all rows submit this form. */}
      <GoForm view={view} id="pick-star" hidden />
      <template id="star-picker">
        <StarPicker view={view} thread={null} />
      </template>
      <p className="threads-status soft small" id="threads-status" role="status" />
      <div className="threads-scroll" id="threads-scroll">
        {/* One list for each loaded page, so that the browser skips pages that are out of view. */}
        <div id="thread-rows" data-order={view.filter === "unanswered" ? "oldest" : undefined}>
          <ul className="thread-page" id="newest-conversations">
            {conversations.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                thread={conversation}
                view={view}
                companies={companies}
                choosing={star === conversation.id}
                now={now}
              />
            ))}
          </ul>
        </div>
        <div id="threads-foot" className="threads-foot">
          {conversations.length === 0 && !next && (
            <p className="soft">
              No conversations. <span className="under">{emptyText(view)}</span>
            </p>
          )}
          {conversations.length === 0 && view.q && (view.filter || view.folder !== "all") && (
            <a href={hrefOf({ ...view, folder: "all", filter: null, thread: null, details: false })}>
              Search all conversations
            </a>
          )}
          {further && (
            <a href={hrefOf(view)} data-go="">
              {view.filter === "unanswered" ? "Oldest conversations" : "Newest conversations"}
            </a>
          )}
          {next && (
            <a href={hrefOf(view, { cursor: next })} data-more="threads">
              More conversations
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

function emptyText({ folder, filter, q }: View): string {
  if (q) return "No name, date of birth, number, or text matches.";
  if (filter === "unanswered") return "Every text is answered. The next one is listed here when it arrives.";
  if (filter === "waiting") return "No patient has to reply YES before a text is sent.";
  if (filter === "snoozed") return "To set a conversation aside until a day, open it and choose Snooze.";
  if (folder === "starred") return "To keep a conversation here, select its star.";
  if (folder === "assigned") return "Conversations are listed here when you or others assign them to you.";
  return "A conversation starts when a patient texts or you do. To start one, choose New.";
}

const folderNames: Record<Folder, string> = {
  all: "All Chats",
  patients: "Patients",
  starred: "Starred",
  assigned: "Assigned to you",
};

function Folders({ view, counts }: { view: View; counts: Record<Folder, number> }) {
  const shown = (folder: Folder) => counts[folder].toLocaleString("en-US");
  return (
    <details className="folders-fold" id="folders">
      {/* On phones, the folders share one button. */}
      <summary className="button quiet small">
        {folderNames[view.folder]} <span className="num soft">{shown(view.folder)}</span>
      </summary>
      <nav aria-label="Folders">
        <ul className="folders">
          {folders.map((folder) => (
            <li key={folder}>
              <a
                href={hrefOf({ ...view, folder, thread: null, details: false })}
                aria-current={view.folder === folder ? "page" : undefined}
                data-go=""
                title={
                  folder === "all" ? "Counts the conversations in which the patient wrote last" : undefined
                }
              >
                {folderNames[folder]} <span className="count num soft small">{shown(folder)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
