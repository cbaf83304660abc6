import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** An operation on a file. `end` is the end of its entry in the write log. */
export interface Entry {
  kind: "w" | "t" | "s" | "u" | "r";
  path: string;
  offset: number;
  data: Buffer;
  end: number;
}

/** Reads the log written by record-writes.c, ignoring an incomplete last entry. */
export function readRecord(file: string): Entry[] {
  const bytes = readFileSync(file);
  const entries: Entry[] = [];
  for (let at = 0; at + 15 <= bytes.length; ) {
    const pathLength = bytes.readUInt16LE(at + 1);
    const dataLength = bytes.readUInt32LE(at + 11);
    const path = at + 15;
    const end = path + pathLength + dataLength;
    if (end > bytes.length) break;
    entries.push({
      kind: String.fromCharCode(bytes[at] ?? 0) as Entry["kind"],
      path: bytes.toString("utf8", path, path + pathLength),
      offset: Number(bytes.readBigInt64LE(at + 3)),
      data: bytes.subarray(path + pathLength, end),
      end,
    });
    at = end;
  }
  return entries;
}

type Change = Pick<Entry, "kind" | "offset" | "data">;

function changed(content: Buffer, { kind, offset, data }: Change): Buffer {
  if (kind === "t") {
    return offset <= content.length
      ? content.subarray(0, offset)
      : Buffer.concat([content, Buffer.alloc(offset - content.length)]);
  }
  if (offset + data.length <= content.length) {
    data.copy(content, offset);
    return content;
  }
  const longer = Buffer.alloc(offset + data.length);
  content.copy(longer);
  data.copy(longer, offset);
  return longer;
}

/**
 * Simulates a disk that keeps synced data and loses a random part of the rest. File names are durable immediately,
 * because SQLite syncs its folder where that matters.
 */
export class Disk {
  readonly #kept = new Map<string, Buffer>();
  readonly #unsynced = new Map<string, Change[]>();

  constructor(files: Map<string, Buffer>) {
    for (const [path, content] of files) this.#kept.set(path, Buffer.from(content));
  }

  apply({ kind, path, offset, data }: Entry): void {
    const waiting = this.#unsynced.get(path) ?? [];
    if (kind === "w" || kind === "t") {
      this.#unsynced.set(path, [...waiting, { kind, offset, data }]);
    } else if (kind === "s") {
      // Folders are synced too, but have no data.
      if (waiting.length > 0) this.#persist(path, waiting);
    } else if (kind === "u") {
      this.#kept.delete(path);
      this.#unsynced.delete(path);
    } else {
      const to = data.toString();
      this.#kept.set(to, this.#kept.get(path) ?? Buffer.alloc(0));
      this.#unsynced.set(to, waiting);
      this.#kept.delete(path);
      this.#unsynced.delete(path);
    }
  }

  #persist(path: string, changes: Change[]): void {
    this.#kept.set(path, changes.reduce(changed, this.#kept.get(path) ?? Buffer.alloc(0)));
    this.#unsynced.delete(path);
  }

  /** Simulates a power failure. `survives` decides whether an unsynced change was written. */
  cut(survives: () => boolean): void {
    for (const [path, changes] of this.#unsynced) this.#persist(path, changes.filter(survives));
  }

  /** Writes the files under `from` into another folder. */
  writeTo(folder: string, from: string): void {
    for (const [path, content] of this.#kept) {
      const file = join(folder, relative(from, path));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}
