import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Filter, Folder } from "./conversation";
import { listConversations } from "./list-conversations.server";

interface List {
  conversationId: number;
  folder: Folder;
  filter: Filter | null;
  q: string;
}

/** The next thread in the list, or the first one if this is the last; null if there are no others. */
export async function findNextConversation(db: Db, { userId }: Staff, list: List): Promise<number | null> {
  const { threads: conversations } = await listConversations(db, { ...list, userId, limit: 200 });
  const ids = conversations.map(({ id }) => id);
  const here = ids.indexOf(list.conversationId);
  return ids[here + 1] ?? ids.find((id) => id !== list.conversationId) ?? null;
}
