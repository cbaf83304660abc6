import { setImmediate as breath } from "node:timers/promises";
import type { App } from "~/boot/app.server";
import { hashOfAct } from "./record.server";

/** What a look at the whole audit log found. */
export interface AuditVerdict {
  rows: number;
  /** Sentences that name the rows; empty where all is as it was written. */
  problems: string[];
}

const batch = 1000;
const mostProblems = 50;

/**
 * Walks the audit log from its first row and compares it with the file that names its newest one. It
 * finds a row that was edited, removed, moved or put in, and rows cut off at the end.
 */
export async function verifyAudit(app: Pick<App, "reads" | "secrets" | "auditHead">): Promise<AuditVerdict> {
  await app.auditHead.settle();
  const head = app.auditHead.read();
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
      if (row.id !== last.id + 1) problems.push(gap(last.id + 1, row.id - 1));
      // After a gap the row before is not there to be hashed: the gap says it all.
      else if (hash !== hashOfAct(app.secrets, last.hash, row)) {
        problems.push(`Row ${row.id} is not as it was written.`);
        headSeen ||= head?.id === row.id;
      }
      headSeen ||= head?.id === row.id && head.hash === hash;
      last = { id: row.id, hash };
    }
    rows += found.length;
    if (found.length < batch || problems.length >= mostProblems) break;
    // A long log is read in pieces, so that the server goes on answering.
    await breath();
  }
  if (head && head.id > last.id) problems.push(gap(last.id + 1, head.id));
  else if (head && !headSeen) problems.push(`Row ${head.id} is not the one that was written.`);
  else if (!head && rows > 0) problems.push("The file audit-head, which names the newest row, is gone.");
  return { rows, problems };
}

const gap = (from: number, to: number) =>
  from === to ? `Row ${from} is missing.` : `Rows ${from} to ${to} are missing.`;

/** The verdict in one sentence. */
export function verdictWords({ rows, problems }: AuditVerdict): string {
  if (problems.length === 0) return `All ${rows} rows of the audit log are as they were written.`;
  return problems.length >= mostProblems
    ? `The audit log was changed: more than ${mostProblems} rows are wrong.`
    : `The audit log was changed: ${problems.length === 1 ? "one finding" : `${problems.length} findings`}.`;
}
