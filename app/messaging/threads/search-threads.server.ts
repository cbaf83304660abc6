import type { Db } from "~/db/open.server";
import { writeCursor } from "./cursor";
import { type FolderPage, heldBy, type PageOfIds, pageOf } from "./folder-page.server";
import { findPersons, findWords } from "./search.server";
import { soughtBy } from "./search-words";

/** One page of what a search finds in a folder: persons by activity, then words by the newest message. */
export async function searchThreads(db: Db, page: FolderPage, q: string): Promise<PageOfIds> {
  const sought = soughtBy(q);
  const persons = await findPersons(db, sought);
  const ids: number[] = [];
  if (page.cursor?.stage !== "words") {
    const found = await pageOf(db, page, persons.among);
    ids.push(...found.ids);
    // Where very many persons fit, nobody will read on to the words.
    if (found.next || persons.many) return { ids, next: found.next };
  }
  const from = page.cursor?.stage === "words" ? page.cursor.message : Number.POSITIVE_INFINITY;
  const hits = (await findWords(db, sought)).filter(
    ({ message, thread }) => message < from && !persons.ids.has(thread),
  );
  const held = await heldBy(
    db,
    page,
    hits.map(({ thread }) => thread),
  );
  const inFolder = hits.filter(({ thread }) => held.has(thread));
  const shown = inFolder.slice(0, page.limit - ids.length);
  const message = shown.at(-1)?.message ?? Number.MAX_SAFE_INTEGER;
  return {
    ids: [...ids, ...shown.map(({ thread }) => thread)],
    next: inFolder.length > shown.length ? writeCursor({ stage: "words", message }) : null,
  };
}
