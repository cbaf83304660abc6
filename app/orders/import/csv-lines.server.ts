import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { Refusal } from "~/core/refusal";

/** In characters. The parser needs 6 ms for a line of this many commas. */
export const longestLine = 10_000;

export interface Line {
  line: number;
  text: string;
}

const tooLong = () =>
  new Refusal(
    "invalid",
    "A line of this file has more than 10,000 characters. Check that this is an order file.",
  );

/** Yields the lines of UTF-8 text, counted from 1. @throws Refusal "invalid" for a line that is too long */
export async function* linesOf(
  file: AsyncIterable<Uint8Array | string>,
  yieldIfDue: () => Promise<void>,
): AsyncGenerator<Line> {
  const input = Readable.from(withoutEndlessLines(file));
  let line = 0;
  for await (const read of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    const text = line === 1 ? read.replace(/^\ufeff/, "") : read;
    if (text.length > longestLine) throw tooLong();
    yield { line, text };
    await yieldIfDue();
  }
}

/** readline buffers a line of any length. A character has up to four bytes. */
async function* withoutEndlessLines(file: AsyncIterable<Uint8Array | string>) {
  let length = 0;
  for await (const chunk of file) {
    const last =
      typeof chunk === "string"
        ? Math.max(chunk.lastIndexOf("\n"), chunk.lastIndexOf("\r"))
        : Math.max(chunk.lastIndexOf(10), chunk.lastIndexOf(13));
    length = last === -1 ? length + chunk.length : chunk.length - last;
    if (length > 4 * longestLine) throw tooLong();
    yield chunk;
  }
}
