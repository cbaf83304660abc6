import { strings } from "../../strings";
import { type Folder, folders, type Thread } from "../../threads/thread";
import { hrefOf, type View } from "../view";
import { GoForm } from "../view-form";
import { ThreadRow } from "./thread-row";
import { ThreadTools } from "./thread-tools";

interface ThreadListProps {
  view: View;
  counts: Record<Folder, number>;
  threads: Thread[];
  /** Cursor of the page below; null where there is none. */
  next: string | null;
  /** Shows a page further down, not the newest threads. */
  further: boolean;
  /** The thread whose star is being chosen. */
  star: number | null;
  zone: string;
  now: number;
}

/** The first column: folders, search and the threads themselves. */
export function ThreadList(props: ThreadListProps) {
  const { view, threads, next, further, star, zone, now } = props;
  return (
    <section className="threads" aria-label="Conversations">
      <div className="threads-head">
        <Folders view={view} counts={props.counts} />
        <ThreadTools view={view} />
      </div>
      {/* The star buttons of all rows belong to this one form. */}
      <GoForm view={view} id="pick-star" hidden />
      <p className="threads-said soft" id="threads-said" role="status" />
      <div className="threads-scroll" id="threads-scroll">
        {/* A list for each page that was loaded, so that those out of sight cost nothing. */}
        <div id="thread-rows">
          <ul className="thread-page">
            {threads.map((thread) => (
              <ThreadRow
                key={thread.id}
                thread={thread}
                view={view}
                choosing={star === thread.id}
                zone={zone}
                now={now}
              />
            ))}
          </ul>
        </div>
        <div id="threads-foot" className="threads-foot">
          {threads.length === 0 && !next && <p className="soft">{strings.noThreads}</p>}
          {further && (
            <a href={hrefOf(view)} data-go="">
              {strings.newestThreads}
            </a>
          )}
          {next && (
            <a href={hrefOf(view, { cursor: next })} data-more="threads">
              {strings.moreThreads}
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

function Folders({ view, counts }: { view: View; counts: Record<Folder, number> }) {
  return (
    <nav aria-label="Folders" id="folders">
      <ul className="folders">
        {folders.map((folder) => (
          <li key={folder}>
            <a
              href={hrefOf({ ...view, folder, thread: null, details: false })}
              aria-current={view.folder === folder ? "page" : undefined}
              data-go=""
            >
              {strings.folders[folder]}{" "}
              <span className="count num">{counts[folder].toLocaleString("en-US")}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
