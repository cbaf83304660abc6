import * as z from "zod";
import { nextCursor, SearchQuery } from "~/accounts/users/search-query";
import { iso } from "~/core/time";
import { api, method } from "~/http/api.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { listAuditEntries } from "../list-audit.server";

const AuditJson = z.object({
  id: z.int(),
  user_email: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  created_at: z.iso.datetime(),
});

export const { loader, action } = api({
  GET: method({
    summary: "List audit log entries, newest first; the Link header has the next page",
    allow: ["admin"],
    input: SearchQuery,
    output: z.array(AuditJson),
    async run({ app, input, args }) {
      const entries = await listAuditEntries(app.reads, input);
      linkNext(args, nextCursor(entries, input.limit));
      return entries.map(({ details: _, address: __, user_id: ___, created_at, ...entry }) => ({
        ...entry,
        created_at: iso(created_at),
      }));
    },
  }),
});
