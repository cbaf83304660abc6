/** What the font can draw, and what an emoji is called. */
export interface Letters {
  has(codePoint: number): boolean;
  /** "thumbs up" for 👍; null for what has no name. */
  emojiName(emoji: string): string | null;
}

// Marks that steer the writing direction would reorder what stands around them. Emoji of several signs are
// held together by U+200D and by tags.
const invisible = /[\p{Cc}\p{Cf}]/gu;
const kept = /\n|\u200d|[\u{e0020}-\u{e007f}]/u;
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u{1f000}-\u{1faff}]|\u20e3/u;

const scripts: [name: string, RegExp][] = [
  ["Chinese", /\p{Script=Han}/u],
  ["Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["Korean", /\p{Script=Hangul}/u],
  ["Hindi", /\p{Script=Devanagari}/u],
  ["Bengali", /\p{Script=Bengali}/u],
  ["Punjabi", /\p{Script=Gurmukhi}/u],
  ["Gujarati", /\p{Script=Gujarati}/u],
  ["Tamil", /\p{Script=Tamil}/u],
  ["Telugu", /\p{Script=Telugu}/u],
  ["Khmer", /\p{Script=Khmer}/u],
  ["Thai", /\p{Script=Thai}/u],
  ["Burmese", /\p{Script=Myanmar}/u],
  ["Amharic", /\p{Script=Ethiopic}/u],
];

let segmenter: Intl.Segmenter | undefined;

// What is not plain ASCII, with the sign before it, which it may combine with, and the spaces within.
const special = /[\x20-\x7e]?[^\x20-\x7e\n](?:[^\x20-\x7e\n]| +(?=[^\x20-\x7e\n]))*/gu;

/**
 * A text as the font can draw it: emoji become their names in brackets, and letters of scripts that the
 * font lacks a note that says how many there were, so that nobody reads boxes for words.
 */
export function printable(text: string, letters: Letters): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text;
  return text
    .normalize("NFC")
    .replaceAll("\t", "    ")
    .replace(invisible, (mark) => (kept.test(mark) ? mark : ""))
    .replace(special, (stretch) => drawable(stretch, letters));
}

function drawable(stretch: string, letters: Letters): string {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let printed = "";
  let missing: { script: string; count: number; spaces: string } | null = null;
  const note = () => (missing ? noteOf(missing) + missing.spaces : "");
  for (const { segment } of segmenter.segment(stretch)) {
    if (missing && segment === " ") {
      missing.spaces += " ";
      continue;
    }
    const script = scriptMissing(segment, letters, missing?.script ?? null);
    if (missing && missing.script === script) {
      missing.count += 1;
      missing.spaces = "";
      continue;
    }
    printed += note();
    missing = script ? { script, count: 1, spaces: "" } : null;
    if (!script) printed += shown(segment, letters);
  }
  return printed + note();
}

const isDrawn = (segment: string, letters: Letters) =>
  Array.from(segment).every((letter) => letters.has(letter.codePointAt(0) ?? 0));

/** The script that a letter belongs to where the font lacks it; its signs go along. */
function scriptMissing(segment: string, letters: Letters, current: string | null): string | null {
  if (emoji.test(segment) || isDrawn(segment, letters)) return null;
  return scripts.find(([, letter]) => letter.test(segment))?.[0] ?? current;
}

function shown(segment: string, letters: Letters): string {
  if (emoji.test(segment)) return `[${letters.emojiName(segment) ?? "emoji"}]`;
  const drawn = segment.replace(/[\u200d\ufe0e\ufe0f]/g, "");
  if (isDrawn(drawn, letters)) return drawn;
  const code = segment.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  return `[character U+${code}]`;
}

const noteOf = ({ script, count }: { script: string; count: number }) =>
  `[${count} ${count === 1 ? "character" : "characters"} in ${script} script]`;
