import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { Refusal } from "~/core/refusal";
import { asUtf8, decodeLine } from "./decode-text.server";

/** In characters. The parser needs 6 ms for a line of this many commas. */
export const longestLine = 10_000;

export interface Line {
  line: number;
  text: string;
}

const tooLong = () =>
  new Refusal(
    "invalid",
    "A line of this file has more than 10,000 characters. Check that this is the right file.",
  );

/** Yields the lines of a text in UTF-8, UTF-16 or Windows-1252, counted from 1. @throws Refusal "invalid" for a line that is too long */
export async function* linesOf(
  file: AsyncIterable<Uint8Array | string>,
  yieldIfDue: () => Promise<void>,
): AsyncGenerator<Line> {
  const input = Readable.from(withoutEndlessLines(asUtf8(file)));
  let line = 0;
  for await (const read of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    const text = isAscii(read) ? read : decodeLine(Buffer.from(read, "latin1"));
    if (text.length > longestLine) throw tooLong();
    yield { line, text };
    await yieldIfDue();
  }
}

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** readline buffers a line of any length. A character has up to four bytes. */
async function* withoutEndlessLines(file: AsyncIterable<Buffer>) {
  let length = 0;
  for await (const chunk of file) {
    const last = Math.max(chunk.lastIndexOf(10), chunk.lastIndexOf(13));
    length = last === -1 ? length + chunk.length : chunk.length - last;
    if (length > 4 * longestLine) throw tooLong();
    // In Latin-1, each byte is one character, so that each line can be decoded separately.
    yield chunk.toString("latin1");
  }
}
