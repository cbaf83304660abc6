import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { nextCursor, SearchQuery } from "~/accounts/users/search-query";
import { SearchForm } from "~/accounts/users/ui/search-form";
import { loadPage, submitForm } from "~/http/page.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { Button, MoreLink, QuietLink } from "~/ui/components/button";
import { Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { describeEntries } from "../describe-records.server";
import { listAuditEntries } from "../list-audit.server";
import { logAudit } from "../log-audit.server";
import { AuditList } from "../ui/audit-list";
import { verdictText, verifyAudit } from "../verify-audit.server";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "Audit Logs – Firstnight" }];

const pageSize = 100;

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: SearchQuery }, async ({ app, input }) => {
    const query = { ...input, zone: browserZone(args.request), limit: pageSize };
    const entries = await listAuditEntries(app.reads, query);
    return {
      entries: await describeEntries(app.reads, entries),
      search: input.search,
      next: nextCursor(entries, pageSize),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"] }, async ({ app, who }) => {
    const verdict = await verifyAudit(app);
    const { rows, problems } = verdict;
    await app.db
      .transaction()
      .execute((trx) =>
        logAudit({ trx, app, who }, "audit.verified", null, { rows, findings: problems.length }),
      );
    return json({ verdict: { sentence: verdictText(verdict), problems } });
  });

export default function Audit() {
  const { entries, search, next } = useLoaderData<typeof loader>();
  const verdict = (useActionData() as { verdict?: { sentence: string; problems: string[] } } | undefined)
    ?.verdict;
  const query = { ...(search && { search }) };
  return (
    <StaffShell
      title="Audit Logs"
      here="/admin/audit"
      actions={
        <>
          <form method="post">
            <Button look="quiet">Verify</Button>
          </form>
          <QuietLink href={`/admin/audit-log.csv?${new URLSearchParams(query)}`}>Export as CSV</QuietLink>
        </>
      }
    >
      <Problem />
      {verdict && (
        <Notice tone={verdict.problems.length === 0 ? "good" : "bad"}>
          <p>{verdict.sentence}</p>
          {verdict.problems.length > 0 && (
            <ul>
              {verdict.problems.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <SearchForm placeholder="Patient, user, action, record, or date" value={search} back="/admin/audit" />
      <AuditList entries={entries} wide />
      <MoreLink
        href={next !== null && `/admin/audit?${new URLSearchParams({ ...query, cursor: String(next) })}`}
      >
        Older entries
      </MoreLink>
    </StaffShell>
  );
}
