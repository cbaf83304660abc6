import type { listConsents } from "~/messages/consents.server";
import { DateTime } from "~/ui/date-time";

export function ConsentCard({ ledger }: { ledger: ConsentEntry[] }) {
  const [latest, ...before] = ledger;
  return (
    <div className="consent" id="consent-card">
      {latest ? <Entry entry={latest} /> : <p className="soft">No consent on record.</p>}
      {before.length > 0 && (
        <details className="opener">
          <summary>
            Earlier entries <span className="num">({before.length})</span>
          </summary>
          <ol>
            {before.map((entry) => (
              <li key={entry.id}>
                <Entry entry={entry} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: ConsentEntry }) {
  return (
    <>
      <p>
        <strong>{entry.given ? "Agreed to texts" : "Opted out of texts"}</strong>{" "}
        <DateTime at={entry.created_at} />
      </p>
      <p className="soft">By {sourceOf(entry)}</p>
      {entry.wording && <blockquote dir="auto">{entry.wording}</blockquote>}
    </>
  );
}

export type ConsentEntry = Awaited<ReturnType<typeof listConsents>>[number];

function sourceOf({ source, user_name: name }: ConsentEntry): string {
  switch (source) {
    case "booking":
      return "checkbox when booking";
    case "keyword":
      return "text message from the patient";
    case "import":
      return "import from the order system";
    case "provider":
      return "SMS provider (number blocked there)";
    default:
      return name ? `recorded by ${name}` : "recorded by staff";
  }
}
