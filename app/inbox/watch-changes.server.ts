import type { App } from "~/boot/app.server";
import { changedSince, lastChange } from "./conversation/messages.server";

export interface Follower {
  changed(threads: number[], version: number): void;
  ended(): void;
}

interface Watch {
  followers: Map<Follower, number>;
  timer: NodeJS.Timeout;
}

const checkEvery = 400;
const watches = new WeakMap<App, Watch>();
const ended = new WeakSet<App>();

/**
 * Reports changed threads, also those changed by other processes. One query serves all followers.
 * @param since the version of the last change that the follower knows
 * @returns stops following
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

export function endFollowing(app: App): void {
  ended.add(app);
  for (const follower of [...(watches.get(app)?.followers.keys() ?? [])]) follower.ended();
}

function startWatch(app: App): Watch {
  const followers = new Map<Follower, number>();
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check(app, followers)
      .catch((error: unknown) => app.log.error({ err: error }, "following"))
      .finally(() => {
        checking = false;
      });
  }, checkEvery).unref();
  const watch = { followers, timer };
  watches.set(app, watch);
  return watch;
}

async function check(app: App, followers: Map<Follower, number>): Promise<void> {
  const version = await lastChange(app.reads);
  const since = new Map<number, { threads: number[]; upTo: number }>();
  for (const [follower, seen] of [...followers]) {
    if (seen >= version) continue;
    let changes = since.get(seen);
    if (!changes) {
      const changed = await changedSince(app.reads, seen);
      changes = { threads: changed.map((thread) => thread.id), upTo: changed.at(-1)?.version ?? version };
      since.set(seen, changes);
    }
    if (!followers.has(follower)) continue;
    followers.set(follower, changes.upTo);
    follower.changed(changes.threads, changes.upTo);
  }
}
