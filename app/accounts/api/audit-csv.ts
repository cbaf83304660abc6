import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { listActs } from "~/accounts/audit.server";
import { record } from "~/accounts/record.server";
import { ListAudit } from "~/accounts/users/user-schema";
import { iso } from "~/core/time";
import { api, method } from "~/http/api.server";

const mostRows = 50_000;

export const { loader, action } = api({
  GET: method({
    summary: "The audit log as CSV, the newest 50,000 rows that match; older ones with `cursor`",
    allow: ["admin"],
    input: ListAudit.omit({ limit: true }),
    output: z.string(),
    async run({ app, who, input }) {
      const acts = await listActs(app.reads, { ...input, limit: mostRows });
      await app.db
        .transaction()
        .execute((trx) =>
          record(trx, app, who, { action: "audit.exported", details: { rows: acts.length } }),
        );
      const table = stringify(
        acts.map(({ created_at, ...act }) => ({ ...act, created_at: iso(created_at) })),
        {
          header: true,
          columns: ["id", "created_at", "user_email", "action", "subject", "details", "address"],
          bom: true,
          // A cell that starts with "=" would run as a formula where the file is opened.
          escape_formulas: true,
        },
      );
      return new Response(table, {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": 'attachment; filename="audit-log.csv"',
          "Cache-Control": "no-store",
        },
      });
    },
  }),
});
