import * as z from "zod";
import { SearchQuery } from "~/accounts/users/search-query";
import { iso } from "~/core/time";
import type { Db } from "~/db/open.server";
import { api, method } from "~/http/api.server";
import { csvResponse, toCsv } from "~/http/response/csv.server";
import { listAuditEntries } from "../list-audit.server";
import { logAudit } from "../log-audit.server";

const columns = ["id", "created_at", "user_email", "action", "subject", "details", "address"];
const mostRows = 50_000;
const pageSize = 500;

export const { loader, action } = api({
  GET: method({
    summary: "Export the newest 50,000 matching audit log entries as CSV; use `cursor` for older ones",
    allow: ["admin"],
    input: SearchQuery.omit({ limit: true }),
    output: z.string(),
    type: "text/csv",
    async run({ app, who, input }) {
      const csv = await toCsv(pagesOf(app.reads, input), columns);
      await app.db
        .transaction()
        .execute((trx) => logAudit({ trx, app, who }, "audit.exported", null, { rows: csv.rows }));
      return csvResponse(csv, "audit-log.csv");
    },
  }),
});

async function* pagesOf(db: Db, { cursor, ...filter }: Omit<SearchQuery, "limit">) {
  let before = cursor;
  for (let exported = 0; exported < mostRows; exported += pageSize) {
    const entries = await listAuditEntries(db, { ...filter, cursor: before, limit: pageSize });
    yield entries.map(({ created_at, user_id: _, ...entry }) => ({ ...entry, created_at: iso(created_at) }));
    before = entries.at(-1)?.id;
    if (entries.length < pageSize) return;
  }
}
