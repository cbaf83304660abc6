export type ConversationCursor =
  | { stage: "threads"; at: number; id: number }
  | { stage: "words"; message: number };

export function writeCursor(cursor: ConversationCursor): string {
  return cursor.stage === "threads" ? `t.${cursor.at}.${cursor.id}` : `w.${cursor.message}`;
}

export function readCursor(text: string): ConversationCursor | null {
  const conversation = /^t\.(\d{1,16})\.(\d{1,16})$/.exec(text);
  if (conversation) return { stage: "threads", at: Number(conversation[1]), id: Number(conversation[2]) };
  const word = /^w\.(\d{1,16})$/.exec(text);
  return word ? { stage: "words", message: Number(word[1]) } : null;
}
