import { createHash } from "node:crypto";
import * as z from "zod";
import type { App } from "~/boot/app.server";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { hashAuditEntry } from "./log-audit.server";

const action = "secret.replaced";

const Closed = z.object({ rows: z.number().int(), sha256: z.string() });

interface AuditVerdict {
  rows: number;
  olderRows: number;
  problems: string[];
}

const batch = 1000;
const maxProblems = 50;

/** Verifies the audit log. In entries from before the secret was replaced, it detects only changes made later. */
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
      // After a gap, the hash can't be checked.
      else if (hash !== hashAuditEntry(app.secrets, last.hash, row)) {
        problems.push(`Row ${row.id} was changed.`);
        headSeen ||= head?.id === row.id;
      }
      headSeen ||= head?.id === row.id && head.hash === hash;
      last = { id: row.id, hash };
    }
    rows += found.length;
    if (found.length < batch || problems.length >= maxProblems) break;
    await yieldToEventLoop();
  }
  if (head && head.id > last.id) problems.push(gap(last.id + 1, head.id));
  else if (head && !headSeen) problems.push(`Row ${head.id} was replaced.`);
  else if (!head && rows > 0)
    problems.push("The file audit-head, which contains the newest row, is missing.");
  return { rows, olderRows: closing?.rows ?? 0, problems };
}

const changedSince = (rows: number) => `Rows 1 to ${rows} were changed after the secret was replaced.`;

const gap = (from: number, to: number) =>
  from === to ? `Row ${from} is missing.` : `Rows ${from} to ${to} are missing.`;

export function verdictText({ rows, olderRows, problems }: AuditVerdict): string {
  if (problems.length === 0) {
    const unchanged =
      rows === 1
        ? "The audit log's only row is unchanged."
        : `All ${rows} rows of the audit log are unchanged.`;
    if (olderRows === 0) return unchanged;
    return `${unchanged} The first ${olderRows} are from before the secret was replaced, and have not changed since.`;
  }
  return problems.length >= maxProblems
    ? `The audit log was changed: at least ${maxProblems} rows are wrong.`
    : `The audit log was changed: ${problems.length === 1 ? "one problem" : `${problems.length} problems`}.`;
}

type Closing = z.output<typeof Closed> & { id: number };

/** A digest of entries whose hashes can't be verified without the old secret. */
export function digestAuditLog() {
  const hash = createHash("sha256");
  return {
    add: (row: Row<"audit_log">) => {
      hash.update(`${JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))}\n`);
    },
    end: () => hash.digest("hex"),
  };
}

/** Null if the secret was never replaced. */
async function findClosing(db: Db): Promise<Closing | null> {
  const row = await db
    .selectFrom("audit_log")
    .select(["id", "details"])
    .where("action", "=", action)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const closed = Closed.safeParse(JSON.parse(row?.details ?? "null"));
  return row && closed.success ? { id: row.id, ...closed.data } : null;
}
