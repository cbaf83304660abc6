import { inflateSync } from "node:zlib";

/** Reads the objects of a PDF written by pdfkit: the dictionary and the decompressed stream, by object number. */
function objectsOf(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>();
  const text = pdf.toString("latin1");
  for (const found of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:\nendobj|\nstream\n)/g)) {
    const [whole, number = "", head = ""] = found;
    let stream = "";
    if (whole.endsWith("stream\n")) {
      const from = found.index + whole.length;
      const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
      const bytes = pdf.subarray(from, from + length);
      stream = (head.includes("FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
    }
    objects.set(number, { head, stream });
  }
  return objects;
}

/** Maps glyph numbers to letters. */
function lettersOf(cmap: string): string[] {
  const letters: string[] = [];
  for (const [, from = "", list = ""] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    const first = Number.parseInt(from, 16);
    // A ligature maps to several letters, whose codes are separated by spaces.
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex = ""], index) => {
      letters[first + index] = Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le");
    });
  }
  return letters;
}

/** Returns the text of each page of a PDF, in the order it was written, without line breaks. */
export function textOfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const headOf = (number = "") => objects.get(number)?.head ?? "";
  const kids = [...objects.values()].find(({ head }) => /\/Type \/Pages\b/.test(head))?.head ?? "";
  const pages = [...(/\/Kids \[([^\]]*)\]/.exec(kids)?.[1] ?? "").matchAll(/(\d+) 0 R/g)];
  return pages.map(([, page]) => {
    const head = headOf(page);
    const resources = /\/Resources (\d+) 0 R/.exec(head)?.[1];
    const fonts = new Map<string, string[]>();
    for (const [, name = "", font] of headOf(resources).matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(headOf(font))?.[1];
      fonts.set(name, lettersOf(objects.get(cmap ?? "")?.stream ?? ""));
    }
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? "")?.stream ?? "";
    let letters: string[] = [];
    let text = "";
    for (const [, font, line] of content.matchAll(
      /\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*> ?-?[\d.]* ?)+)\] TJ/gi,
    )) {
      if (font) letters = fonts.get(font) ?? [];
      for (const [, hex = ""] of (line ?? "").matchAll(/<([0-9a-f]*)>/gi)) {
        for (const glyph of hex.match(/.{4}/g) ?? []) text += letters[Number.parseInt(glyph, 16)] ?? "";
      }
    }
    return text.replace(/ +/g, " ");
  });
}
