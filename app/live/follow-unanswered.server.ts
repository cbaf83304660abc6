import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { followChanges, type Topic } from "./follow-changes.server";

const conversationChanges = prepared((db) => db.selectFrom("thread_changes").select(["version", "unread"]));

async function read(db: Db): Promise<{ version: number; unread: number }> {
  const [row] = await conversationChanges(db, {});
  return row ?? { version: 0, unread: 0 };
}

/** The number of unanswered conversations after each change to a conversation. */
const topic: Topic<number> = {
  newest: async (db) => (await read(db)).version,
  async since(db) {
    const { version, unread } = await read(db);
    return { changes: [unread], upTo: version };
  },
};

/** @returns a function that stops following */
export async function followUnanswered(
  app: App,
  session: string,
  changed: (count: number) => void,
): Promise<() => void> {
  let { version, unread } = await read(app.reads);
  return followChanges(app, topic, version, {
    session,
    changed([count = 0]) {
      if (count === unread) return;
      unread = count;
      changed(count);
    },
    ended() {},
  });
}
