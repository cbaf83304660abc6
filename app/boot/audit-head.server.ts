import { readFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "~/db/open.server";

interface Head {
  id: number;
  hash: string;
}

/**
 * The newest row of the audit log, kept in a file beside the database: rows that were cut off the end
 * of the table can be missed by nothing else.
 */
export interface AuditHead {
  /** Says that a row was written, which a commit will show soon. */
  touch(id: number): void;
  /** Writes what was committed by now, if anything waits to be written. */
  settle(): Promise<void>;
  /** The same for the last time: no timer looks at the database any more. */
  close(): Promise<void>;
  /** What the file holds; null where there is none. */
  read(): Head | null;
}

// A transaction of ours lasts milliseconds; one that takes longer is looked for again.
const pause = 50;
const mostLooks = 20;

/** @param report is told what went wrong; the product goes on, and `audit:verify` finds it again */
export function openAuditHead(dataDir: string, reads: Db, report: (trouble: unknown) => void): AuditHead {
  const file = join(dataDir, "audit-head");
  let wanted = 0;
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;
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
        // The file stays as it is: it is the evidence.
        report(new Error(`The audit log no longer holds row ${before.id} as it was written.`));
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
    // A file that somebody took away is not made anew just because somebody looks.
    if (!timer) return writing;
    clearTimeout(timer);
    timer = undefined;
    writing = writing
      .then(write)
      .then((written) => {
        if (written < wanted && ++looks < mostLooks) arm();
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
      wanted = Math.max(wanted, id);
      looks = 0;
      arm();
    },
  };
}
