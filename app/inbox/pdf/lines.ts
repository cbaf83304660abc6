/** The width of a text in points. */
export type Measure = (text: string) => number;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const letter = /\p{L}/u;

/**
 * Breaks a text into lines: at its own line breaks, at spaces, and within a word only where that alone is
 * wider than a line.
 *
 * @param first room on the first line, in points
 * @param rest room on every other
 */
export function linesOf(text: string, measure: Measure, first: number, rest: number): string[] {
  const lines: string[] = [];
  const space = measure(" ");
  for (const paragraph of text.split("\n")) {
    let line = "";
    let used = 0;
    const room = () => (lines.length === 0 ? first : rest);
    const flush = () => {
      lines.push(visualOrder(line));
      line = "";
      used = 0;
    };
    for (const word of paragraph.split(" ")) {
      let left = word;
      let width = measure(left);
      if (line !== "" && used + space + width > room()) flush();
      while (width > room()) {
        const piece = fitting(left, measure, room());
        line = piece;
        flush();
        left = left.slice(piece.length);
        width = measure(left);
      }
      used += (line === "" ? 0 : space) + width;
      line = line === "" ? left : `${line} ${left}`;
    }
    flush();
  }
  return lines;
}

function fitting(word: string, measure: Measure, room: number): string {
  let piece = "";
  let width = 0;
  for (const sign of word) {
    width += measure(sign);
    if (width > room && piece !== "") break;
    piece += sign;
  }
  return piece;
}

/** Does a text hold words that stand from right to left? */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);

/**
 * The pieces of a line that are shaped each for itself: words with the space behind them, which from right to
 * left would come out on their other side and is a piece of its own there.
 */
export const wordsOf = (line: string): string[] => line.split(isRightToLeft(line) ? /( )/ : /(?<= )/);

/**
 * The words of a line in the order in which they stand on paper from left to right. Within a word the
 * font's own shaping turns Hebrew and Arabic around; between words nobody else does.
 */
export function visualOrder(line: string): string {
  if (!rightToLeft.test(line)) return line;
  const firstLetter = Array.from(line).find((sign) => letter.test(sign)) ?? "";
  const base = rightToLeft.test(firstLetter);
  // Figures and signs go with what stands before them.
  let along = base;
  const runs: { turned: boolean; words: string[] }[] = [];
  for (const word of line.split(" ")) {
    const turned = rightToLeft.test(word) ? true : letter.test(word) ? false : along;
    along = turned;
    const run = runs.at(-1);
    if (run?.turned === turned) run.words.push(word);
    else runs.push({ turned, words: [word] });
  }
  const ordered = base ? runs.reverse() : runs;
  return ordered
    .map(({ turned, words }) => (turned ? words.reverse().map(turnedWord) : words).join(" "))
    .join(" ");
}

const opposite = new Map([..."()[]{}<>«»"].map((sign, index, all) => [sign, all[index ^ 1] ?? sign]));

/** A word among words from right to left: its brackets open the other way, and what ends a figure precedes it. */
function turnedWord(word: string): string {
  if (rightToLeft.test(word)) return word.replace(/[()[\]{}<>«»]/g, (sign) => opposite.get(sign) ?? sign);
  const [, figure = word, end = ""] = /^(.*?)([.,;:!?]+)$/.exec(word) ?? [];
  return `${end}${figure}`;
}
