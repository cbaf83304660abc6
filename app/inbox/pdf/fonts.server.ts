import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { create } from "fontkit";
import { projectRoot } from "~/core/root.server";
import type { GlyphSource } from "./printable";

/** DejaVu covers Latin with all accents, Greek, Cyrillic, Vietnamese, arrows, check marks, and more. */
const fontFolder = join(projectRoot, "node_modules/dejavu-fonts-ttf/ttf");
export const fontFiles = {
  normal: join(fontFolder, "DejaVuSansCondensed.ttf"),
  bold: join(fontFolder, "DejaVuSansCondensed-Bold.ttf"),
};

type EmojiNames = Record<string, { name: string } | undefined>;

export function openFont(file: string): GlyphSource {
  const font = create(readFileSync(file));
  if (!("hasGlyphForCodePoint" in font)) throw new Error(`${file} contains more than one font.`);
  let names: EmojiNames | undefined;
  return {
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    emojiName(emoji) {
      names ??= createRequire(import.meta.url)("unicode-emoji-json/data-by-emoji.json") as EmojiNames;
      const bare = emoji.replace(/\ufe0f/g, "");
      const toneless = bare.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, "");
      for (const form of [emoji, bare, `${bare}\ufe0f`, toneless, `${toneless}\ufe0f`]) {
        const found = names[form]?.name;
        if (found) return found;
      }
      return null;
    },
  };
}
