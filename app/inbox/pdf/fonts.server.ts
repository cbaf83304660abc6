import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { create } from "fontkit";
import { projectRoot } from "~/core/root.server";
import type { Measure } from "./lines";
import type { Letters } from "./printable";

/** DejaVu draws Latin with all its accents, Greek, Cyrillic, Vietnamese, arrows, checks and much more. */
const fontFolder = join(projectRoot, "node_modules/dejavu-fonts-ttf/ttf");
export const fontFiles = {
  normal: join(fontFolder, "DejaVuSansCondensed.ttf"),
  bold: join(fontFolder, "DejaVuSansCondensed-Bold.ttf"),
};

interface EmojiNames {
  [emoji: string]: { name: string } | undefined;
}

/** What the font of the file can draw, and how wide. */
export function openFont(file: string): Letters & { measure(points: number): Measure } {
  const font = create(readFileSync(file));
  if (!("glyphForCodePoint" in font)) throw new Error(`${file} holds more than one font.`);
  const widths = new Map<string, number>();
  let names: EmojiNames | undefined;
  function emsOf(sign: string): number {
    let width = widths.get(sign);
    if (width === undefined && "glyphForCodePoint" in font) {
      width = font.glyphForCodePoint(sign.codePointAt(0) ?? 32).advanceWidth / font.unitsPerEm;
      widths.set(sign, width);
    }
    return width ?? 1;
  }
  return {
    has: (codePoint) => "hasGlyphForCodePoint" in font && font.hasGlyphForCodePoint(codePoint),
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
    measure: (points) => (text) => {
      let width = 0;
      for (const sign of text) width += emsOf(sign);
      return width * points;
    },
  };
}
