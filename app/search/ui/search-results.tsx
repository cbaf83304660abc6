import { Fragment } from "react";
import { formatClock, formatDay, formatWhen, iso, localDate } from "~/core/time";
import { Button } from "~/ui/components/button";
import { StatusBadge } from "~/ui/components/status";
import { usePage } from "~/ui/page-context";
import type { Result, ResultGroup } from "../result";
import { strings } from "../strings";

interface SearchResultsProps {
  q: string;
  groups: ResultGroup[] | null;
  zone: string;
  now: number;
}

export function SearchResults({ q, groups, zone, now }: SearchResultsProps) {
  const { hidesNames } = usePage();
  const count = groups?.reduce((sum, { results }) => sum + results.length, 0) ?? 0;
  const text = groups === null ? strings.prompt : count > 0 ? strings.found(count) : strings.none(q);
  return (
    <>
      <p className={count > 0 ? "unseen" : "soft"} data-status={text}>
        {text}
      </p>
      {groups?.length === 0 && (
        <>
          <p className="soft">{strings.noneHelp}</p>
          <form method="post" action="/new-appointment/order" className="row">
            <input type="hidden" name="act" value="start" />
            <input type="hidden" name="q" value={q} />
            <p>{strings.noOrderYet}</p>
            <Button look="quiet" size="small">
              {strings.createOrder}
            </Button>
          </form>
        </>
      )}
      {groups?.map(({ name, results, all }) => (
        <section key={name} className="found" aria-label={name}>
          <h2>{name}</h2>
          <ul>
            {results.map((result) => (
              <li key={result.href}>
                <a href={result.href} data-opens={opensInSheet(result.href)}>
                  <span className="found-title">
                    <b dir="auto">{(!hidesNames && result.name) || result.title}</b>
                    {result.status && <StatusBadge status={result.status} />}
                  </span>
                  <span className="found-details soft">
                    <Details {...result} zone={zone} now={now} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
          {all && (
            <p>
              <a className="found-all" href={all.href}>
                {all.label}
              </a>
            </p>
          )}
        </section>
      ))}
    </>
  );
}

const opensInSheet = (href: string) => (/^\/(visits|orders)\/\d+$/.test(href) ? "" : undefined);

function Details({ at, details, zone, now }: Pick<Result, "at" | "details"> & { zone: string; now: number }) {
  const when = at !== undefined && <time dateTime={iso(at)}>{whenWithYear(at, zone, now)}</time>;
  return (
    <>
      {when}
      {details.map((text, index) => (
        <Fragment key={text}>
          {(when || index > 0) && " · "}
          <span dir="auto">{text}</span>
        </Fragment>
      ))}
    </>
  );
}

/** "Tue, May 12, 9:00 AM EDT"; in another year "Tue, May 12, 2025, 9:00 AM EDT" */
function whenWithYear(at: number, zone: string, now: number): string {
  const year = localDate(at, zone).slice(0, 4);
  if (year === localDate(now, zone).slice(0, 4)) return formatWhen(at, zone);
  return `${formatDay(at, zone)}, ${year}, ${formatClock(at, zone)}`;
}
