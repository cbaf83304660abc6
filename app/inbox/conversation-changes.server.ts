import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import type { Topic } from "~/live/follow-changes.server";

const versionById = prepared((db, { conversationId }: { conversationId: number }) =>
  db.selectFrom("threads").select("version").where("id", "=", conversationId),
);

export async function findConversationVersion(db: Db, conversationId: number): Promise<number> {
  const [row] = await versionById(db, { conversationId });
  if (!row) throw new Refusal("missing", "Conversation not found.");
  return row.version;
}

// The triggers `threads_version_*` give each change to a conversation the next version.
const newestVersion = prepared((db) => db.selectFrom("thread_changes").select("version"));

export async function findNewestVersion(db: Db): Promise<number> {
  const [changes] = await newestVersion(db, {});
  return changes?.version ?? 0;
}

const topic: Topic<number> = {
  newest: findNewestVersion,
  async since(db, version) {
    const changed = await db
      .selectFrom("threads")
      .select(["id", "version"])
      .where("version", ">", version)
      .orderBy("version")
      .limit(200)
      .execute();
    return { changes: changed.map(({ id }) => id), upTo: changed.at(-1)?.version ?? version };
  },
};

export const conversationStream = { topic, show: (conversations: number[]) => ({ threads: conversations }) };
