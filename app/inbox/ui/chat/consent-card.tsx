import { formatWhen, iso } from "~/core/time";
import { type ConsentEntry, sourceOf } from "../../conversation/consent";

export function ConsentCard({ ledger, zone }: { ledger: ConsentEntry[]; zone: string }) {
  const [latest, ...before] = ledger;
  return (
    <div className="consent" id="consent-card">
      {latest ? (
        <Entry entry={latest} zone={zone} />
      ) : (
        <p className="soft">This number has neither agreed nor declined.</p>
      )}
      {before.length > 0 && (
        <details>
          <summary>
            Before that <span className="num">({before.length})</span>
          </summary>
          <ol>
            {before.map((entry) => (
              <li key={entry.id}>
                <Entry entry={entry} zone={zone} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function Entry({ entry, zone }: { entry: ConsentEntry; zone: string }) {
  return (
    <>
      <p>
        <strong>{entry.given ? "Agreed to texts" : "Opted out of texts"}</strong>{" "}
        <time dateTime={iso(entry.created_at)} data-when="when">
          {formatWhen(entry.created_at, zone)}
        </time>
      </p>
      <p className="soft">By {sourceOf(entry)}</p>
      {entry.wording && <blockquote dir="auto">{entry.wording}</blockquote>}
    </>
  );
}
