import * as z from "zod";
import { ListAudit } from "~/accounts/users/user-schema";
import { listAuditEntries } from "~/audit/list-audit.server";
import { logAudit } from "~/audit/log-audit.server";
import { iso } from "~/core/time";
import type { Db } from "~/db/open.server";
import { api, method } from "~/http/api.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";

const columns = ["id", "created_at", "user_email", "action", "subject", "details", "address"];
const mostRows = 50_000;
const atOnce = 500;

export const { loader, action } = api({
  GET: method({
    summary: "The audit log as CSV, the newest 50,000 rows that match; older ones with `cursor`",
    allow: ["admin"],
    input: ListAudit.omit({ limit: true }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input }) {
      const csv = await toCsv(pagesOf(app.reads, input), columns);
      await app.db
        .transaction()
        .execute((trx) => logAudit(trx, app, who, "audit.exported", null, { rows: csv.rows }));
      return csvResponse(csv, "audit-log.csv");
    },
  }),
});

async function* pagesOf(db: Db, { cursor, ...filter }: Omit<z.output<typeof ListAudit>, "limit">) {
  let before = cursor;
  for (let given = 0; given < mostRows; given += atOnce) {
    const acts = await listAuditEntries(db, { ...filter, cursor: before, limit: atOnce });
    yield acts.map(({ created_at, ...act }) => ({ ...act, created_at: iso(created_at) }));
    before = acts.at(-1)?.id;
    if (acts.length < atOnce) return;
  }
}
