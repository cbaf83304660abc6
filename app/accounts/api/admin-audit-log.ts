import { z } from "zod";
import { listActs } from "~/accounts/audit.server";
import { AuditJson, ListAudit } from "~/accounts/users/user-schema";
import { iso } from "~/core/time";
import { linkNext } from "~/http/answer/next-page.server";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  GET: method({
    summary: "The audit log, newest first; older rows by the Link header",
    allow: ["admin"],
    input: ListAudit,
    output: z.array(AuditJson),
    async run({ app, input, args }) {
      const acts = await listActs(app.reads, input);
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
