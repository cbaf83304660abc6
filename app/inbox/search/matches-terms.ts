// As the full-text index reads it: without accents, in lowercase.
const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function matchesTerms(
  text: string,
  { words, lastIsPrefix }: { words: string[]; lastIsPrefix: boolean },
): boolean {
  const held = new Set(folded(text).match(/[\p{L}\p{N}]+/gu));
  return words.map(folded).every((word, index) => {
    if (held.has(word)) return true;
    return lastIsPrefix && index === words.length - 1 && [...held].some((other) => other.startsWith(word));
  });
}
