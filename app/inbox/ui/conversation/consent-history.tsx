import { howConsented } from "~/messages/consent/consent-source";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import { type Column, Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { consentStrings } from "../../consent-strings";

const columns: Column<ConsentEntry>[] = [
  {
    key: "when",
    head: consentStrings.when,
    align: "when",
    cell: ({ created_at }) => <DateTime at={created_at} format="full" />,
  },
  {
    key: "what",
    head: consentStrings.what,
    cell: (entry) => (
      <>
        <strong>{entry.given ? consentStrings.agreed : consentStrings.optedOut}</strong> {howConsented(entry)}
      </>
    ),
  },
  { key: "who", head: consentStrings.who, cell: ({ user_name }) => user_name ?? "–" },
  {
    key: "wording",
    head: "Wording or note",
    cell: ({ wording, note, wording_version: version }) => (
      <span dir="auto">
        {[wording, note].filter(Boolean).join(" · ") || "–"}
        {version !== null && <span className="soft"> {`(Wording ${version})`}</span>}
      </span>
    ),
  },
];

export function ConsentHistory({ ledger }: { ledger: ConsentEntry[] }) {
  return (
    <Table
      caption={consentStrings.history}
      columns={columns}
      rows={ledger}
      rowKey={({ id }) => id}
      empty={consentStrings.none}
    />
  );
}
