import { readdirSync, readFileSync, rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "~/db/open.server";

interface Head {
  id: number;
  hash: string;
}

/**
 * The newest audit entry, in a file next to the database. It shows if entries were deleted from the end of the log.
 */
export interface AuditHead {
  touch(id: number): void;
  settle(): Promise<void>;
  close(): Promise<void>;
  read(): Head | null;
}

/** Removes the drafts of processes that were killed while they wrote the file. */
export function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^audit-head\.(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && (pid === process.pid || !isRunning(pid))) rmSync(join(dataDir, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

// In milliseconds. By then, the entry's transaction has usually been committed.
const pause = 50;
const maxChecks = 20;

/** @param report receives errors. The server keeps running, and `audit:verify` finds them again. */
export function openAuditHead(dataDir: string, reads: Db, report: (error: unknown) => void): AuditHead {
  const file = join(dataDir, "audit-head");
  let newestWritten = 0;
  let timer: NodeJS.Timeout | undefined;
  let checks = 0;
  let closed = false;
  let writing: Promise<void> = Promise.resolve();

  const read = (): Head | null => {
    try {
      const [id, hash] = readFileSync(file, "utf8").trim().split(" ");
      return id && hash ? { id: Number(id), hash } : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  };

  const write = async (): Promise<number> => {
    const newest = await reads
      .selectFrom("audit_log")
      .select(["id", "hash"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    const before = read();
    if (!newest || before?.id === newest.id) return newest?.id ?? 0;
    if (before) {
      const same = await reads
        .selectFrom("audit_log")
        .select("id")
        .where("id", "=", before.id)
        .where("hash", "=", before.hash)
        .executeTakeFirst();
      if (!same) {
        // The file is evidence, so it isn't overwritten.
        report(new Error(`Row ${before.id} of the audit log is missing or was changed.`));
        return newest.id;
      }
    }
    const draft = `${file}.${process.pid}`;
    const handle = await open(draft, "w", 0o600);
    try {
      await handle.writeFile(`${newest.id} ${newest.hash}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    return newest.id;
  };

  const settle = () => {
    // Verifying the log must not recreate a deleted file.
    if (!timer) return writing;
    clearTimeout(timer);
    timer = undefined;
    writing = writing
      .then(write)
      .then((written) => {
        if (written < newestWritten && ++checks < maxChecks) arm();
      })
      .catch(report);
    return writing;
  };

  const arm = () => {
    if (!closed) timer ??= setTimeout(settle, pause).unref();
  };

  return {
    read,
    settle,
    close() {
      closed = true;
      return settle();
    },
    touch(id) {
      newestWritten = Math.max(newestWritten, id);
      checks = 0;
      arm();
    },
  };
}
