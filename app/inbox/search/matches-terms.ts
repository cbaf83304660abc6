import { foldText } from "~/core/fold-text";

export function matchesTerms(
  text: string,
  { words, lastIsPrefix }: { words: string[]; lastIsPrefix: boolean },
): boolean {
  const held = new Set(foldText(text).match(/[\p{L}\p{N}]+/gu));
  return words.map(foldText).every((word, index) => {
    if (held.has(word)) return true;
    return lastIsPrefix && index === words.length - 1 && [...held].some((other) => other.startsWith(word));
  });
}
