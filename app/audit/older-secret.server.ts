import { createHash } from "node:crypto";
import { z } from "zod";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

const action = "secret.replaced";

/** What the row that closes older ones says of them. */
const Closed = z.object({ rows: z.number().int(), sha256: z.string() });

/** Where the audit log goes on under another secret: the id of the row that says so, and what it says. */
type Closing = z.output<typeof Closed> & { id: number };

/** A digest of rows as they stand, for those whose own hashes a new secret can't make. */
export function digestAuditLog() {
  const hash = createHash("sha256");
  return {
    add: (row: Row<"audit_log">) => {
      hash.update(`${JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))}\n`);
    },
    end: () => hash.digest("hex"),
  };
}

/** The newest of those rows; null where the secret was never replaced. */
export async function findClosing(db: Db): Promise<Closing | null> {
  const row = await db
    .selectFrom("audit_log")
    .select(["id", "details"])
    .where("action", "=", action)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const says = Closed.safeParse(JSON.parse(row?.details ?? "null"));
  return row && says.success ? { id: row.id, ...says.data } : null;
}
