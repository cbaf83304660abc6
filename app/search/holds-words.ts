const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether a text contains each word of a search, ignoring case and accents. */
export const holdsWords = (text: string, typed: string): boolean =>
  folded(typed)
    .split(/[\s,]+/)
    .every((word) => folded(text).includes(word));
