import { searchTermsOf } from "~/core/search/search-terms";
import type { Db } from "~/db/open.server";
import { type FolderPage, keepInFolder, type PageOfIds, pageOf } from "../threads/folder-page.server";
import { writeCursor } from "../threads/thread-cursor";
import { findHighlights, termsToHighlight } from "./highlight-matches.server";
import { searchPeople } from "./search-people.server";

/** If most matches are in threads that were already listed, a page ends early and the next page continues there. */
const batchesPerPage = 10;

export async function searchThreads(db: Db, page: FolderPage, q: string): Promise<PageOfIds> {
  const terms = searchTermsOf(q);
  const people = await searchPeople(db, terms);
  const ids: number[] = [];
  if (page.cursor?.stage !== "words") {
    const found = await pageOf(db, page, people.among);
    ids.push(...found.ids);
    if (found.next || people.many || page.peopleOnly) return { ids, next: found.next };
  }
  const highlights = await termsToHighlight(db, terms);
  let from = page.cursor?.stage === "words" ? page.cursor.message : Number.MAX_SAFE_INTEGER;
  for (let batch = 0; highlights && batch < batchesPerPage; batch++) {
    const { hits, rest } = await findHighlights(db, highlights, from);
    const others = hits.filter(({ thread }) => !people.ids.has(thread));
    const idsInFolder = await keepInFolder(
      db,
      page,
      others.map(({ thread }) => thread),
    );
    const inFolder = others.filter(({ thread }) => idsInFolder.has(thread));
    const shown = inFolder.slice(0, page.limit - ids.length);
    ids.push(...shown.map(({ thread }) => thread));
    if (inFolder.length > shown.length) return { ids, next: nextBelow(shown.at(-1)?.message ?? from) };
    if (rest === null) return { ids, next: null };
    from = rest;
    if (ids.length === page.limit) break;
  }
  return { ids, next: highlights && nextBelow(from) };
}

const nextBelow = (message: number) => writeCursor({ stage: "words", message });
