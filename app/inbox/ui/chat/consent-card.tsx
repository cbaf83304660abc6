import { howConsented } from "~/messages/consent/consent-source";
import type { ConsentEntry } from "~/messages/consent/consents.server";
import { DateTime } from "~/ui/date-time";
import { consentStrings } from "../../consent-strings";

export function ConsentCard({ ledger, threadId }: { ledger: ConsentEntry[]; threadId: number }) {
  const [latest] = ledger;
  return (
    <div className="consent" id="consent-card">
      {latest ? <Entry {...latest} /> : <p className="soft">{consentStrings.none}</p>}
      <p>
        <a href={`/messages/${threadId}/consent`}>Consent history and export</a>
      </p>
    </div>
  );
}

function Entry(entry: ConsentEntry) {
  return (
    <>
      <p>
        <strong>{entry.given ? consentStrings.agreed : consentStrings.optedOut}</strong> {howConsented(entry)}{" "}
        <DateTime at={entry.created_at} />
      </p>
      {entry.user_name && <p className="soft">{`Recorded by ${entry.user_name}`}</p>}
      {entry.wording && <blockquote dir="auto">{entry.wording}</blockquote>}
      {entry.note && <blockquote dir="auto">{entry.note}</blockquote>}
    </>
  );
}
