import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { App } from "~/boot/app.server";
import { hashAuditEntry } from "./log-audit.server";
import { digestAuditLog, findClosing } from "./older-secret.server";

/** What a look at the whole audit log found. */
export interface AuditVerdict {
  rows: number;
  /** How many of the first were written under a secret that was replaced since. */
  olderRows: number;
  /** Sentences that name the rows; empty where all is as it was written. */
  problems: string[];
}

const batch = 1000;
const mostProblems = 50;

/**
 * Walks the audit log from its first row and compares it with the file that names its newest one. It
 * finds a row that was edited, removed, moved or put in, and rows cut off at the end. Of rows from before
 * the secret was replaced it finds what was changed since.
 */
export async function verifyAudit(app: Pick<App, "reads" | "secrets" | "auditHead">): Promise<AuditVerdict> {
  await app.auditHead.settle();
  const head = app.auditHead.read();
  const closing = await findClosing(app.reads);
  const older = digestAuditLog();
  const problems: string[] = [];
  let last = { id: 0, hash: "" };
  let rows = 0;
  let headSeen = false;
  for (;;) {
    const found = await app.reads
      .selectFrom("audit_log")
      .selectAll()
      .where("id", ">", last.id)
      .orderBy("id")
      .limit(batch)
      .execute();
    for (const { hash, ...row } of found) {
      if (row.id === closing?.id && older.end() !== closing.sha256) problems.push(changedSince(closing.rows));
      if (row.id !== last.id + 1) problems.push(gap(last.id + 1, row.id - 1));
      else if (closing && row.id < closing.id) older.add({ ...row, hash });
      // After a gap the row before is not there to be hashed: the gap says it all.
      else if (hash !== hashAuditEntry(app.secrets, last.hash, row)) {
        problems.push(`Row ${row.id} is not as it was written.`);
        headSeen ||= head?.id === row.id;
      }
      headSeen ||= head?.id === row.id && head.hash === hash;
      last = { id: row.id, hash };
    }
    rows += found.length;
    if (found.length < batch || problems.length >= mostProblems) break;
    // A long log is read in pieces, so that the server goes on answering.
    await yieldToEventLoop();
  }
  if (head && head.id > last.id) problems.push(gap(last.id + 1, head.id));
  else if (head && !headSeen) problems.push(`Row ${head.id} is not the one that was written.`);
  else if (!head && rows > 0) problems.push("The file audit-head, which names the newest row, is gone.");
  return { rows, olderRows: closing?.rows ?? 0, problems };
}

const changedSince = (rows: number) =>
  `Rows 1 to ${rows} are not as they stood when the secret was replaced.`;

const gap = (from: number, to: number) =>
  from === to ? `Row ${from} is missing.` : `Rows ${from} to ${to} are missing.`;

/** The verdict in one sentence. */
export function verdictText({ rows, olderRows, problems }: AuditVerdict): string {
  if (problems.length === 0) {
    const whole =
      rows === 1
        ? "The one row of the audit log is as it was written."
        : `All ${rows} rows of the audit log are as they were written.`;
    if (olderRows === 0) return whole;
    return `${whole} The first ${olderRows} come from before the secret was replaced, and are as they stood then.`;
  }
  return problems.length >= mostProblems
    ? `The audit log was changed: more than ${mostProblems} rows are wrong.`
    : `The audit log was changed: ${problems.length === 1 ? "one finding" : `${problems.length} findings`}.`;
}
