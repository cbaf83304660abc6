import * as z from "zod";
import { AuditJson, ListAudit } from "~/accounts/users/user-schema";
import { listAuditEntries } from "~/audit/list-audit.server";
import { iso } from "~/core/time";
import { api, method } from "~/http/api.server";
import { linkNext } from "~/http/response/link-next-page.server";

export const { loader, action } = api({
  GET: method({
    summary: "The audit log, newest first; the next page is in the Link header",
    allow: ["admin"],
    input: ListAudit,
    output: z.array(AuditJson),
    async run({ app, input, args }) {
      const acts = await listAuditEntries(app.reads, input);
      linkNext(args, acts.length === input.limit ? (acts.at(-1)?.id ?? null) : null);
      return acts.map(({ id, user_email, action, subject, created_at }) => ({
        id,
        user_email,
        action,
        subject,
        created_at: iso(created_at),
      }));
    },
  }),
});
