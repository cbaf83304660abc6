/**
 * Where the next page of threads begins: below a moment and an id, or, among the threads found by the
 * words of a message, below that message.
 */
export type ThreadCursor = { stage: "threads"; at: number; id: number } | { stage: "words"; message: number };

export function writeCursor(cursor: ThreadCursor): string {
  return cursor.stage === "threads" ? `t.${cursor.at}.${cursor.id}` : `w.${cursor.message}`;
}

/** null for what is no cursor of ours. */
export function readCursor(text: string): ThreadCursor | null {
  const thread = /^t\.(\d{1,16})\.(\d{1,16})$/.exec(text);
  if (thread) return { stage: "threads", at: Number(thread[1]), id: Number(thread[2]) };
  const word = /^w\.(\d{1,16})$/.exec(text);
  return word ? { stage: "words", message: Number(word[1]) } : null;
}
