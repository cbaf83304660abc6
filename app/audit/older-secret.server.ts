import { createHash } from "node:crypto";
import * as z from "zod";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

const action = "secret.replaced";

const Closed = z.object({ rows: z.number().int(), sha256: z.string() });

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
export async function findClosing(db: Db): Promise<Closing | null> {
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
