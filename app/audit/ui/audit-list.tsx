import { EmailAddress } from "~/ui/breaking-address";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { auditSentenceOf } from "../audit-sentences";
import type { describeEntries } from "../describe-records.server";
import type { listAuditEntries } from "../list-audit.server";

type Listed = Awaited<ReturnType<typeof listAuditEntries>>[number];
type Entry = Awaited<ReturnType<typeof describeEntries<Listed>>>[number];

export function AuditList({ entries, wide }: { entries: Entry[]; wide?: boolean }) {
  return (
    <Table
      caption="Audit Logs"
      rows={entries}
      rowKey={(entry) => entry.id}
      empty="Nothing matches this search."
      stacks
      columns={[
        { head: "What happened", align: "name", cell: (entry) => <Sentence entry={entry} /> },
        {
          head: "User",
          align: "id",
          cell: (entry) => <EmailAddress>{entry.user_email ?? "–"}</EmailAddress>,
        },
        { head: "Action", cell: (entry) => entry.action },
        ...(wide
          ? [
              { head: "Record", cell: (entry: Entry) => entry.subject ?? "–" },
              { head: "IP address", cell: (entry: Entry) => entry.address ?? "–" },
            ]
          : []),
        {
          head: "Created",
          align: "when" as const,
          cell: (entry) => <DateTime at={entry.created_at} format="full" />,
        },
      ]}
    />
  );
}

/** "Samuel Ridley viewed the order of patient 20404", with a link to the record. */
function Sentence({ entry: { actor, action, record } }: { entry: Entry }) {
  const { before, after } = auditSentenceOf(action);
  return (
    <span dir="auto">
      {`${actor} ${before}`}
      {after !== null && record && (record.href ? <a href={record.href}>{record.text}</a> : record.text)}
      {after}
    </span>
  );
}
