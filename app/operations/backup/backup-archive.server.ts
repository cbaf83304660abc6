import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { extract, pack } from "tar-stream";
import { Refusal } from "~/core/refusal";
import { Manifest, type PackedName, packedNames } from "./backups.server";

/** "20260302T150000Z" */
export const timestamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");

/** Encrypts in the age format (age-encryption.org) if there is a passphrase. If it fails, the file is incomplete. */
export async function packArchive(
  file: string,
  folder: string,
  manifest: Manifest,
  passphrase: string | null,
): Promise<void> {
  const tar = pack();
  const packed = tar.pipe(createGzip({ level: 4 }));
  const written = pipeline(await encrypted(packed, passphrase), createWriteStream(file, { mode: 0o600 }));
  try {
    await Promise.all([addFiles(tar, folder, manifest), written]);
    await syncToDisk(file);
  } catch (error) {
    tar.destroy();
    await written.catch(() => {});
    throw error;
  }
}

async function addFiles(tar: ReturnType<typeof pack>, folder: string, manifest: Manifest): Promise<void> {
  tar.entry({ name: "manifest.json", mode: 0o600 }, JSON.stringify(manifest, null, 2));
  for (const name of packedNames) {
    const { size } = await stat(join(folder, name));
    const entry = tar.entry({ name, mode: 0o600, size });
    await pipeline(createReadStream(join(folder, name)), entry);
  }
  tar.finalize();
}

async function encrypted(source: Readable, passphrase: string | null): Promise<Readable> {
  if (passphrase === null) return source;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return fromWeb(await encrypter.encrypt(toWeb(source)));
}

/** Makes a file, or the list of files in a folder, survive a power outage. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

/** Compares every file with the manifest, and extracts the files if `into` is given. @throws Refusal */
export async function unpackArchive(
  file: string,
  passphrase: string | null,
  into: string | null,
): Promise<Manifest> {
  const tar = extract();
  const source = await openArchive(file, passphrase);
  const flow = pipeline(source, createGunzip(), tar);
  try {
    const [manifest] = await Promise.all([readFiles(tar, into), flow]);
    return manifest;
  } catch (error) {
    await flow.catch(() => {});
    if (error instanceof Refusal || isSystemError(error)) throw error;
    throw damaged();
  }
}

const damaged = () =>
  new Refusal("invalid", "This backup is damaged: it is incomplete or was changed. Use another backup.");

async function readFiles(tar: ReturnType<typeof extract>, into: string | null): Promise<Manifest> {
  let manifest: Manifest | null = null;
  const missing = new Set<string>(packedNames);
  for await (const entry of tar) {
    const { name } = entry.header;
    if (!manifest) {
      if (name !== "manifest.json" || (entry.header.size ?? 0) > 1_000_000) throw notABackup();
      const parsed = Manifest.safeParse(JSON.parse(await text(bytesOf(entry))));
      if (!parsed.success) throw notABackup();
      manifest = parsed.data;
      continue;
    }
    if (!missing.delete(name)) throw damaged();
    const { sha256 } = manifest.files[name as PackedName];
    const hash = createHash("sha256");
    const target = into ? createWriteStream(join(into, name), { mode: 0o600 }) : discard();
    await pipeline(bytesOf(entry), hashing(hash), target);
    if (hash.digest("hex") !== sha256) throw damaged();
  }
  if (!manifest || missing.size > 0) throw damaged();
  return manifest;
}

// The streams in tar-stream come from streamx, whose types differ from Node's.
const bytesOf = (entry: AsyncIterable<unknown>) => Readable.from(entry, { objectMode: false });

const notABackup = () => new Refusal("invalid", "This file is not a Firstnight backup.");
const discard = () => new Writable({ write: (_bytes, _encoding, done) => done() });

function hashing(hash: ReturnType<typeof createHash>) {
  return async function* (source: AsyncIterable<Buffer>) {
    for await (const bytes of source) {
      hash.update(bytes);
      yield bytes;
    }
  };
}

const isSystemError = (error: unknown) =>
  error instanceof Error && "syscall" in error && typeof error.syscall === "string";

async function openArchive(file: string, passphrase: string | null): Promise<Readable> {
  const first = await firstBytes(file);
  const source = createReadStream(file);
  if (first.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) return source;
  if (!first.toString("latin1").startsWith("age-encryption.org/")) throw notABackup();
  if (passphrase === null) {
    throw new Refusal("invalid", "This backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.");
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)));
  } catch {
    throw new Refusal("invalid", "BACKUP_PASSPHRASE is not the passphrase for this backup.");
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file, "r").catch(() => {
    throw new Refusal("missing", `${file} doesn't exist or can't be read.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
