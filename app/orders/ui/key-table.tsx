import type { Row } from "~/db/tables";
import { ButtonLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";

export function KeyTable({ keys }: { keys: Omit<Row<"integration_keys">, "key_hash">[] }) {
  return (
    <Table
      caption="Integration keys"
      rows={keys}
      rowKey={({ id }) => id}
      empty="No keys yet."
      columns={[
        { head: "System", cell: ({ name }) => name },
        { head: "Created", align: "when", cell: ({ created_at: at }) => <DateTime at={at} /> },
        {
          head: "Last used",
          align: "when",
          cell: ({ last_used_at: at }) => (at === null ? "Never" : <DateTime at={at} />),
        },
        {
          head: "Status",
          cell: ({ revoked_at: at }) =>
            at === null ? (
              "Live"
            ) : (
              <>
                {"Revoked "}
                <DateTime at={at} />
              </>
            ),
        },
        {
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
