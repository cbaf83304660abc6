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

const windows1252 = new TextDecoder("windows-1252");
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const bytesInspected = 1000;

/** Yields the bytes of a text file as UTF-8, including UTF-16 with or without a byte order mark. */
async function* asUtf8(file: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null | undefined;
  for await (const given of file) {
    const chunk = Buffer.from(given);
    if (chunk.length === 0) continue;
    decoder = decoder === undefined ? utf16DecoderFor(chunk) : decoder;
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk;
  }
}

/** In UTF-16 without a byte order mark, every other byte of a header is zero. */
function utf16DecoderFor(start: Buffer): TextDecoder | null {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder("utf-16le");
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder("utf-16be");
  const inspected = start.subarray(0, bytesInspected);
  const zerosAt = (parity: number) =>
    inspected.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const most = inspected.length * 0.4;
  if (odd > most && even === 0) return new TextDecoder("utf-16le");
  return even > most && odd === 0 ? new TextDecoder("utf-16be") : null;
}

/** Decodes one line. A line that isn't UTF-8 is read as Windows-1252, in which US spreadsheets save CSV files. */
function decodeLine(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}
