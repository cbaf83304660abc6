const windows1252 = new TextDecoder("windows-1252");
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const bytesInspected = 1000;

/** Yields the bytes of a text file as UTF-8, including UTF-16 with or without a byte order mark. */
export async function* asUtf8(file: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
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
export function decodeLine(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}
