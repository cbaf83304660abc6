import { zoneOrUtc } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import { When } from "~/ui/date-time";
import type { NeedsMe } from "../../board/needs-attention.server";
import { home, type Place } from "../../board/tiles";
import { words } from "../../strings";
import { addressOf } from "../lists/list-href";

interface NeedsMeNowProps {
  needs: NeedsMe;
  place: Place;
  zone: string | null;
}

/** The first thing of the day: what waits, and the way to do it. */
export function NeedsMeNow({ needs, place, zone }: NeedsMeNowProps) {
  const { urgent, moreUrgent, unfinished, until } = needs;
  const calm = urgent.length === 0 && unfinished === 0;
  return (
    <section className={calm ? "notice good" : "notice dawn"} aria-labelledby="needs-me" id="needs">
      <h2 id="needs-me">{words.needsMe}</h2>
      {calm && <p>{words.needsNothing}</p>}
      {urgent.length > 0 && (
        <>
          <h3>{words.urgent}</h3>
          <ul className="needs">
            {urgent.map((visit) => (
              <li key={visit.id}>
                <When at={visit.start_at} zone={zone ?? zoneOrUtc(visit.timezone)} />
                <span className="who">
                  Patient {visit.patient_id} · {visit.brightree_db} · {visit.therapist}
                </span>
                <ButtonLink href={`/visits/${visit.id}/confirm`} look="quiet" size="small">
                  {words.confirm}
                  <span className="unseen"> the visit of patient {visit.patient_id}</span>
                </ButtonLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {unfinished > 0 && (
        <p>
          <a
            href={addressOf("/appointments", {
              ...place,
              status: "confirmed",
              to: until,
              direction: "desc",
            })}
          >
            {unfinished === 1
              ? "1 confirmed visit"
              : `${unfinished.toLocaleString("en-US")} confirmed visits`}
          </a>{" "}
          of past days: complete or cancel.
        </p>
      )}
      <p className="ways">
        <a href={addressOf(`${home}/unconfirmed`, { ...place })} data-opens="">
          {words.allUnconfirmed}
        </a>
        {moreUrgent && <a href="/calendars?tab=worklist">{words.worklist}</a>}
      </p>
    </section>
  );
}
