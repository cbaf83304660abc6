import { listOpenSessions } from "~/accounts/sessions.server";
import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";

/** A kind of change that pages follow. Versions increase with each change. */
export interface Topic<Change> {
  newest(db: Db): Promise<number>;
  since(db: Db, version: number): Promise<{ changes: Change[]; upTo: number }>;
}

interface Follower<Change> {
  /** The token hash of a session. Following ends with this session. */
  session: string;
  changed(changes: Change[], version: number): void;
  ended(): void;
}

interface Watch {
  followers: Map<Follower<never>, number>;
  timer: NodeJS.Timeout;
}

const checkEvery = 400;
const watches = new WeakMap<App, Map<Topic<never>, Watch>>();
const ended = new WeakSet<App>();

/**
 * Reports changes, including changes by other processes. One query serves all followers of a topic.
 * @param since the version of the last change that the follower knows
 * @returns a function that stops following
 */
export function followChanges<Change>(
  app: App,
  topic: Topic<Change>,
  since: number,
  follower: Follower<Change>,
): () => void {
  if (ended.has(app)) {
    queueMicrotask(() => follower.ended());
    return () => {};
  }
  const ofApp = watches.get(app) ?? new Map<Topic<never>, Watch>();
  watches.set(app, ofApp);
  const key = topic as unknown as Topic<never>;
  const watch = ofApp.get(key) ?? startWatch(app, topic);
  ofApp.set(key, watch);
  watch.followers.set(follower as Follower<never>, since);
  return () => {
    watch.followers.delete(follower as Follower<never>);
    if (watch.followers.size > 0) return;
    clearInterval(watch.timer);
    ofApp.delete(key);
  };
}

export function endFollowing(app: App): void {
  ended.add(app);
  for (const { followers } of watches.get(app)?.values() ?? []) {
    for (const follower of [...followers.keys()]) follower.ended();
  }
}

function startWatch<Change>(app: App, topic: Topic<Change>): Watch {
  const followers = new Map<Follower<Change>, number>();
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check(app, topic, followers)
      .catch((error: unknown) => app.log.error({ err: error }, "following"))
      .finally(() => {
        checking = false;
      });
  }, checkEvery).unref();
  return { followers, timer };
}

async function check<Change>(
  app: App,
  topic: Topic<Change>,
  followers: Map<Follower<Change>, number>,
): Promise<void> {
  const version = await topic.newest(app.reads);
  await endClosed(app, followers);
  const since = new Map<number, { changes: Change[]; upTo: number }>();
  for (const [follower, seen] of [...followers]) {
    if (seen >= version) continue;
    const found = since.get(seen) ?? (await topic.since(app.reads, seen));
    since.set(seen, found);
    if (!followers.has(follower)) continue;
    followers.set(follower, found.upTo);
    follower.changed(found.changes, found.upTo);
  }
}

/** Ends the followers whose session has ended, before they get other changes. One query serves all followers. */
async function endClosed(app: App, followers: Map<Follower<never>, number>): Promise<void> {
  const sessions = [...followers.keys()].map(({ session }) => session);
  const open = await listOpenSessions(app.reads, sessions, {
    now: app.clock.now(),
    staffIdleMinutes: app.config.staffIdleMinutes,
  });
  for (const follower of [...followers.keys()]) {
    if (open.has(follower.session)) continue;
    followers.delete(follower);
    follower.ended();
  }
}
