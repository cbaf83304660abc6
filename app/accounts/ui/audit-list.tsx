import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";

interface ActRow {
  id: number;
  user_email: string | null;
  action: string;
  subject: string | null;
  created_at: number;
  address: string | null;
}

export function AuditList({ acts, wide }: { acts: ActRow[]; wide?: boolean }) {
  return (
    <Table
      caption="Audit Logs"
      rows={acts}
      rowKey={(act) => act.id}
      empty="Nothing matches this search."
      columns={[
        { head: "User", cell: (act) => act.user_email ?? "–" },
        { head: "Action", cell: (act) => act.action },
        ...(wide
          ? [
              { head: "Record", cell: (act: ActRow) => <AuditRecord subject={act.subject} /> },
              { head: "IP address", cell: (act: ActRow) => act.address ?? "–" },
            ]
          : []),
        {
          head: "Created",
          align: "when" as const,
          cell: (act) => <DateTime at={act.created_at} format="full" />,
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

/** Links "visit 12" to the visit. */
function AuditRecord({ subject }: Pick<ActRow, "subject">) {
  const [, kind = "", id] = /^(\w+) (\d+)$/.exec(subject ?? "") ?? [];
  const page = pagesOfRecords[kind];
  return page ? <a href={`${page}${id}`}>{subject}</a> : (subject ?? "–");
}
