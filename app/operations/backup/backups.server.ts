import type { Stats } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Refusal } from "~/core/refusal";
import type { BackupSettings } from "~/core/settings/backup.server";
import { fileErrorMessage } from "~/core/settings/file-error-message";

const File = z.object({ bytes: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const Manifest = z.object({
  product: z.literal("firstnight"),
  format: z.literal(1),
  made_at: z.iso.datetime(),
  migration: z.string(),
  files: z.object({ "firstnight.db": File, "app-secret": File }),
  rows: z.record(z.string(), z.number().int()),
  audit: z.object({ id: z.number().int(), hash: z.string() }).nullable(),
});

export const packedNames: PackedName[] = ["app-secret", "firstnight.db"];

interface Backup {
  name: string;
  file: string;
  at: number;
  bytes: number;
  encrypted: boolean;
}

const named = /^firstnight-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(\.age)?$/;

function statOrNull(path: string): Promise<Stats | null> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** Newest first. Backups dated after `now` (from a clock that was ahead) come last. @throws Refusal */
export async function listBackups(dir: string, now: number): Promise<Backup[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    const message = `The backups can't be read: ${fileErrorMessage(error)}`;
    throw new Refusal("conflict", message, { cause: error });
  });
  const found = names.flatMap((name) => {
    const [match, year, month, day, hours, minutes, seconds, age] = named.exec(name) ?? [];
    if (!match) return [];
    const at = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
    return [{ name, file: join(dir, name), at, encrypted: age !== undefined }];
  });
  found.sort((a, b) => Number(a.at > now) - Number(b.at > now) || b.at - a.at);
  const sizes = await Promise.all(found.map(async ({ file }) => (await statOrNull(file))?.size));
  return found.flatMap((one, nth) => {
    const bytes = sizes[nth];
    return bytes === undefined ? [] : [{ ...one, bytes }];
  });
}

export async function inspectBackups(
  dir: string,
  now: number,
): Promise<{ backups: Backup[]; trouble: string | null }> {
  try {
    return { backups: await listBackups(dir, now), trouble: null };
  } catch (error) {
    if (error instanceof Refusal) return { backups: [], trouble: error.message };
    throw error;
  }
}

export async function rotateBackups({ backups }: { backups: BackupSettings }, now: number): Promise<void> {
  const found = await listBackups(backups.dir, now);
  await Promise.all(found.slice(backups.keep).map(({ file }) => rm(file, { force: true })));
}

export type Manifest = z.infer<typeof Manifest>;

export type PackedName = keyof Manifest["files"];
