import { wordsOf } from "./lines";

/** What pdfkit's embedded fonts offer, and pdfmake uses too; widths and offsets are thousandths of the size. */
interface EmbeddedFont {
  id: string;
  ascender: number;
  ref(): unknown;
  /** Shapes a word and takes its letters into the part of the font that the file will hold. */
  encode(word: string, features: []): [glyphs: string[], positions: Position[]];
}
interface Position {
  xAdvance: number;
  advanceWidth: number;
  xOffset: number;
  yOffset: number;
}

/**
 * Writes text of one font and size onto the open page: shapes each word once, however often it stands in a
 * document.
 */
export function takePen(pdf: PDFKit.PDFDocument, fontFile: string, points: number) {
  const { _font: font } = pdf.font(fontFile) as unknown as { _font: EmbeddedFont };
  const known = new Map<string, string>();

  function glyphsOf(word: string): string {
    let glyphs = known.get(word);
    if (glyphs === undefined) {
      glyphs = shape(word);
      known.set(word, glyphs);
    }
    return glyphs;
  }

  /** The glyphs of a word as they stand between the brackets of a TJ operator. */
  function shape(word: string): string {
    const [glyphs, positions] = font.encode(word, []);
    return glyphs
      .map((glyph, index) => {
        const { xAdvance = 0, advanceWidth = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
        const drawn = `${moved(xOffset)}<${glyph}>${moved(xAdvance - advanceWidth - xOffset)}`;
        return yOffset ? `] TJ ${number((yOffset / 1000) * points)} Ts [${drawn}] TJ 0 Ts [` : drawn;
      })
      .join("")
      .replaceAll("><", "");
  }

  return {
    /** Operators for a line whose upper edge lies so far below the top of the page, in pieces of a colour each. */
    line(x: number, y: number, pieces: (readonly [text: string, colour: string])[]): string {
      const base = number(y + (font.ascender / 1000) * points);
      const texts = pieces.map(
        ([text, colour]) => `${rgb(colour)} rg [${wordsOf(text).map(glyphsOf).join("")}] TJ`,
      );
      // pdfkit counts from the upper edge down, so letters are turned upright again.
      return `/${font.id} ${points} Tf 1 0 0 -1 ${x} ${base} Tm ${texts.join(" ")}`;
    },
    /** Puts the font among those of the open page. */
    dip(): void {
      const { fonts } = pdf.page as unknown as { fonts: Record<string, unknown> };
      fonts[font.id] ??= font.ref();
    },
  };
}

const number = (value: number) => Math.round(value * 1000) / 1000;
// Numbers between glyphs move to the left.
const moved = (offset: number) => (offset ? ` ${number(-offset)} ` : "");

/** "#17223d" as the three shares that PDF counts colours in. */
const rgb = (colour: string) =>
  [1, 3, 5].map((at) => number(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(" ");
