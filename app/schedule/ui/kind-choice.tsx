import { counted, fill } from "~/core/language/strings";
import { minute } from "~/core/time";
import type { BookableKind } from "~/kinds/bookable-kinds.server";
import { CompanyPhone } from "~/ui/company-phone";
import { Notice } from "~/ui/components/notice";
import { DateTime } from "~/ui/date-time";
import type { KindChoice } from "../find-schedule-page.server";
import { strings } from "../strings";

type Described = Pick<BookableKind, "mode" | "place">;

/** "A visit at Main Branch, 12 Oak Street" */
const howOf = ({ mode, place }: Described): string =>
  fill(strings.kinds.how[mode === "class" && place ? "classAt" : mode], {
    place: place?.name ?? "",
    address: place?.address ?? "",
  });

/** "Setup at the branch, 60 minutes. A visit at Main Branch, 12 Oak Street" */
export const kindLine = (kind: Described & Pick<BookableKind, "name" | "length">): string =>
  `${kind.name}, ${counted(strings.kinds.lengths, kind.length / minute)}. ${howOf(kind)}`;

/** Asks how the patient wants to meet, before the list of times. */
export function KindChoices({ kinds, isGone }: { kinds: KindChoice[]; isGone: boolean }) {
  const texts = strings.kinds;
  if (kinds.length === 0) {
    return (
      <p>
        {`${texts.noneOnline} `}
        <CompanyPhone />.
      </p>
    );
  }
  return (
    <section className="kind-choices" aria-labelledby="kinds">
      {isGone && <Notice tone="bad">{texts.gone}</Notice>}
      <h2 id="kinds">{texts.title}</h2>
      <ul>
        {kinds.map((kind) => (
          <li key={kind.id} className="panel">
            <h3>
              <a href={`/schedule?kind=${kind.id}`}>{kind.name}</a>
            </h3>
            <p>{`${howOf(kind)}${/[.]$/.test(howOf(kind)) ? "" : "."} ${counted(texts.lengths, kind.length / minute)}.`}</p>
            <p className="soft">
              {kind.first === null ? texts.none : <FirstDay kind={kind} first={kind.first} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FirstDay({ kind, first }: { kind: KindChoice; first: number }) {
  const [before, after] = strings.kinds.first.split("{day}");
  return (
    <>
      {before}
      <DateTime
        at={first}
        format="day"
        fixed={kind.placeZone !== null}
        {...(kind.placeZone && { zone: kind.placeZone })}
      />
      {after}
    </>
  );
}
