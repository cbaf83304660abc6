import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";

interface ActRow {
  id: number;
  user_email: string | null;
  action: string;
  subject: string | null;
  created_at: number;
}

export function AuditList({ acts, zone, wide }: { acts: ActRow[]; zone: string; wide?: boolean }) {
  return (
    <Table
      caption="Audit Logs"
      rows={acts}
      rowKey={(act) => act.id}
      empty="Nothing matches this search."
      columns={[
        { key: "who", head: "User", cell: (act) => act.user_email ?? "–" },
        { key: "action", head: "Action", cell: (act) => act.action },
        ...(wide ? [{ key: "subject", head: "Record", cell: (act: ActRow) => act.subject ?? "–" }] : []),
        {
          key: "at",
          head: "Created",
          align: "when" as const,
          cell: (act) => <DateTime at={act.created_at} zone={zone} />,
        },
      ]}
    />
  );
}
