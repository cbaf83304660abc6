import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { listAuditEntries } from "../list-audit.server";

type Entry = Awaited<ReturnType<typeof listAuditEntries>>[number];

export function AuditList({ entries, wide }: { entries: Entry[]; wide?: boolean }) {
  return (
    <Table
      caption="Audit Logs"
      rows={entries}
      rowKey={(entry) => entry.id}
      empty="Nothing matches this search."
      columns={[
        { head: "User", align: "id", cell: (entry) => entry.user_email ?? "–" },
        { head: "Action", cell: (entry) => entry.action },
        ...(wide
          ? [
              { head: "Record", cell: (entry: Entry) => <AuditRecord subject={entry.subject} /> },
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

const pagesOfRecords: Record<string, string> = {
  visit: "/visits/",
  order: "/orders/",
  therapist: "/therapists/",
  thread: "/messages/",
  import: "/admin/import/",
};

function AuditRecord({ subject }: { subject: string | null }) {
  const [, kind = "", id] = /^(\w+) (\d+)$/.exec(subject ?? "") ?? [];
  const page = pagesOfRecords[kind];
  return page ? <a href={`${page}${id}`}>{subject}</a> : (subject ?? "–");
}
