import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { listThreads } from "./list-threads.server";
import type { Filter, Folder } from "./thread";

interface List {
  threadId: number;
  folder: Folder;
  filter: Filter | null;
  q: string;
}

/** The next thread in the list, or the previous one if this is the last; null if there are no others. */
export async function findNextThread(db: Db, { userId }: Staff, list: List): Promise<number | null> {
  const { threads } = await listThreads(db, { ...list, userId, limit: 200 });
  const ids = threads.map(({ id }) => id);
  const here = ids.indexOf(list.threadId);
  return ids[here + 1] ?? ids[here - 1] ?? null;
}
