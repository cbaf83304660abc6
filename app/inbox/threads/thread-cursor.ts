export type ThreadCursor = { stage: "threads"; at: number; id: number } | { stage: "words"; message: number };

export function writeCursor(cursor: ThreadCursor): string {
  return cursor.stage === "threads" ? `t.${cursor.at}.${cursor.id}` : `w.${cursor.message}`;
}

export function readCursor(text: string): ThreadCursor | null {
  const thread = /^t\.(\d{1,16})\.(\d{1,16})$/.exec(text);
  if (thread) return { stage: "threads", at: Number(thread[1]), id: Number(thread[2]) };
  const word = /^w\.(\d{1,16})$/.exec(text);
  return word ? { stage: "words", message: Number(word[1]) } : null;
}
