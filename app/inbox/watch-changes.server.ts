import type { App } from "~/boot/app.server";
import { changedSince, lastChange } from "./conversation/messages.server";

/** What somebody who follows conversations is told. */
export interface Follower {
  /** These threads changed, the last of them with this number. */
  changed(threads: number[], version: number): void;
  /** The process stops. */
  ended(): void;
}

interface Watch {
  /** Each with the number of the last change it was told of. */
  followers: Map<Follower, number>;
  timer: NodeJS.Timeout;
}

const everyMilliseconds = 400;
const watches = new WeakMap<App, Watch>();
const ended = new WeakSet<App>();

/**
 * Tells a follower which threads change, whoever changes them: this process, another one or the command
 * line. One look at the number of the last change serves all followers.
 *
 * @param since the number of the last change the follower knows of
 * @returns what ends the following
 */
export function followChanges(app: App, since: number, follower: Follower): () => void {
  if (ended.has(app)) {
    queueMicrotask(() => follower.ended());
    return () => {};
  }
  const watch = watches.get(app) ?? startWatch(app);
  watch.followers.set(follower, since);
  return () => {
    watch.followers.delete(follower);
    if (watch.followers.size > 0) return;
    clearInterval(watch.timer);
    watches.delete(app);
  };
}

/** Lets every follower go, and those who still come, so that their connections don't hold up a stop. */
export function endFollowing(app: App): void {
  ended.add(app);
  for (const follower of [...(watches.get(app)?.followers.keys() ?? [])]) follower.ended();
}

function startWatch(app: App): Watch {
  const followers = new Map<Follower, number>();
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look(app, followers)
      .catch((error: unknown) => app.log.error({ err: error }, "following"))
      .finally(() => {
        looking = false;
      });
  }, everyMilliseconds).unref();
  const watch = { followers, timer };
  watches.set(app, watch);
  return watch;
}

async function look(app: App, followers: Map<Follower, number>): Promise<void> {
  const version = await lastChange(app.reads);
  // Most have heard the same, so that one question serves them.
  const since = new Map<number, { threads: number[]; upTo: number }>();
  for (const [follower, heard] of [...followers]) {
    if (heard >= version) continue;
    let news = since.get(heard);
    if (!news) {
      const changed = await changedSince(app.reads, heard);
      news = { threads: changed.map((thread) => thread.id), upTo: changed.at(-1)?.version ?? version };
      since.set(heard, news);
    }
    if (!followers.has(follower)) continue;
    followers.set(follower, news.upTo);
    follower.changed(news.threads, news.upTo);
  }
}
