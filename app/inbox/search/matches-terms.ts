import { foldText } from "~/core/fold-text";

export function matchesTerms(
  text: string,
  { words, lastIsPrefix }: { words: string[]; lastIsPrefix: boolean },
): boolean {
  const found = new Set(foldText(text).match(/[\p{L}\p{N}]+/gu));
  return words.map(foldText).every((word, index) => {
    if (found.has(word)) return true;
    return lastIsPrefix && index === words.length - 1 && [...found].some((other) => other.startsWith(word));
  });
}
