export interface GlyphSource {
  has(codePoint: number): boolean;
  emojiName(emoji: string): string | null;
}

// Direction marks would reorder the text around them. U+200D and tag characters join characters into one emoji.
const invisible = /[\p{Cc}\p{Cf}]/gu;
const meaningful = /\n|\u200d|[\u{e0020}-\u{e007f}]/u;
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

const special = /[\x20-\x7e]?[^\x20-\x7e\n](?:[^\x20-\x7e\n]| +(?=[^\x20-\x7e\n]))*/gu;

/** Replaces emoji with their names, and letters the font lacks with a note like "[3 characters in Thai script]". */
export function printable(text: string, glyphs: GlyphSource): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text;
  return text
    .normalize("NFC")
    .replaceAll("\t", "    ")
    .replace(invisible, (mark) => (meaningful.test(mark) ? mark : ""))
    .replace(special, (stretch) => drawable(stretch, glyphs));
}

function drawable(stretch: string, glyphs: GlyphSource): string {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let printed = "";
  let missing: { script: string; count: number; spaces: string } | null = null;
  const note = () => (missing ? noteOf(missing) + missing.spaces : "");
  for (const { segment } of segmenter.segment(stretch)) {
    if (missing && segment === " ") {
      missing.spaces += " ";
      continue;
    }
    const script = missingScript(segment, glyphs, missing?.script ?? null);
    if (missing && missing.script === script) {
      missing.count += 1;
      missing.spaces = "";
      continue;
    }
    printed += note();
    missing = script ? { script, count: 1, spaces: "" } : null;
    if (!script) printed += drawn(segment, glyphs);
  }
  return printed + note();
}

const canDraw = (segment: string, glyphs: GlyphSource) =>
  Array.from(segment).every((character) => glyphs.has(character.codePointAt(0) ?? 0));

function missingScript(segment: string, glyphs: GlyphSource, current: string | null): string | null {
  if (emoji.test(segment) || canDraw(segment, glyphs)) return null;
  return scripts.find(([, letter]) => letter.test(segment))?.[0] ?? current;
}

function drawn(segment: string, glyphs: GlyphSource): string {
  if (emoji.test(segment)) return `[${glyphs.emojiName(segment) ?? "emoji"}]`;
  const bare = segment.replace(/[\u200d\ufe0e\ufe0f]/g, "");
  if (canDraw(bare, glyphs)) return bare;
  const code = segment.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  return `[character U+${code}]`;
}

const noteOf = ({ script, count }: { script: string; count: number }) =>
  `[${count} ${count === 1 ? "character" : "characters"} in ${script} script]`;
