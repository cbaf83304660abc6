import { ButtonLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";

interface KeyRow {
  id: number;
  name: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export function KeyTable({ keys, zone }: { keys: KeyRow[]; zone: string }) {
  return (
    <Table
      caption="Integration keys"
      rows={keys}
      rowKey={({ id }) => id}
      empty="No keys yet."
      columns={[
        { key: "name", head: "System", cell: ({ name }) => name },
        {
          key: "made",
          head: "Created",
          align: "when",
          cell: ({ created_at: at }) => <DateTime at={at} zone={zone} />,
        },
        {
          key: "used",
          head: "Last used",
          align: "when",
          cell: ({ last_used_at: at }) => (at === null ? "Never" : <DateTime at={at} zone={zone} />),
        },
        {
          key: "state",
          head: "State",
          cell: ({ revoked_at: at }) =>
            at === null ? (
              "Live"
            ) : (
              <>
                {"Revoked "}
                <DateTime at={at} zone={zone} />
              </>
            ),
        },
        {
          key: "revoke",
          head: "Actions",
          cell: ({ id, name, revoked_at: at }) =>
            at === null && (
              <ButtonLink look="quiet" size="small" href={`/admin/keys/${id}/revoke`}>
                Revoke<span className="unseen">{` the key for ${name}`}</span>
              </ButtonLink>
            ),
        },
      ]}
    />
  );
}
