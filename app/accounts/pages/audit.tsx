import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ListAudit } from "~/accounts/users/user-schema";
import { listAuditEntries } from "~/audit/list-audit.server";
import { logAudit } from "~/audit/log-audit.server";
import { verdictText, verifyAudit } from "~/audit/verify-audit.server";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { zoneForStaff } from "~/http/request/viewer-zone.server";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { AuditList } from "../ui/audit-list";
import { Search } from "../ui/user-search";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Audit Logs – Firstnight" }];

const pageSize = 100;

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["admin"], input: ListAudit }, async ({ app, who, input }) => {
    const acts = await listAuditEntries(app.reads, { ...input, limit: pageSize });
    return {
      staff: requireStaff(who),
      acts,
      zone: zoneForStaff(args.request),
      search: input.search,
      next: acts.length === pageSize ? (acts.at(-1)?.id ?? null) : null,
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: z.object({}) }, async ({ app, who }) => {
    const verdict = await verifyAudit(app);
    const { rows, problems } = verdict;
    await app.db
      .transaction()
      .execute((trx) =>
        logAudit(trx, app, who, { action: "audit.verified", details: { rows, findings: problems.length } }),
      );
    return json({ sentence: verdictText(verdict), problems });
  });
}

export default function Audit() {
  const { staff, acts, zone, search, next } = useLoaderData<typeof loader>();
  const verdict = useActionData() as { sentence: string; problems: string[] } | undefined;
  const same = { ...(search && { search }) };
  return (
    <StaffShell
      title="Audit Logs"
      who={staff}
      here="/admin"
      actions={
        <>
          <form method="post">
            <Button look="quiet">Verify</Button>
          </form>
          <ButtonLink href={`/admin/audit-log.csv?${new URLSearchParams(same)}`} look="quiet">
            Export as CSV
          </ButtonLink>
        </>
      }
    >
      {verdict && (
        <Notice tone={verdict.problems.length === 0 ? "good" : "bad"}>
          <p>{verdict.sentence}</p>
          {verdict.problems.length > 0 && (
            <ul>
              {verdict.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <Search label="User, action or record" value={search} back="/admin/audit" />
      <AuditList acts={acts} zone={zone} wide />
      {next !== null && (
        <p className="buttons">
          <ButtonLink
            href={`/admin/audit?${new URLSearchParams({ ...same, cursor: String(next) })}`}
            look="quiet"
            size="small"
          >
            Older entries
          </ButtonLink>
        </p>
      )}
    </StaffShell>
  );
}
