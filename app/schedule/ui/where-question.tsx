import { fill } from "~/core/language/strings";
import { zoneName } from "~/core/time";
import { stateOfZone } from "~/core/zones/state-zones";
import { regionName } from "~/core/zones/states";
import { Button } from "~/ui/components/button";
import { strings } from "../strings";
import type { ZoneQuestion } from "../zone-question";

interface WhereQuestionProps {
  question: ZoneQuestion;
  /** The page of times, which follows. */
  to: string;
  pageToken: string;
  /** Milliseconds UTC. */
  now: number;
}

/** Asks once which hour counts, before the list of times. */
export function WhereQuestion({ question, to, pageToken, now }: WhereQuestionProps) {
  const { state, stateZones, phoneZone } = question;
  const { where } = strings;
  const place = regionName(state);
  const labelOfPhone = (zone: string) => regionName(stateOfZone(zone) ?? "") || zoneName(now, zone);
  return (
    <form method="post" action="/visit-zone" className="panel stack" aria-labelledby="where">
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="page_token" value={pageToken} />
      <h2 id="where">{where.title}</h2>
      <p>{fill(where.lead, { state: place })}</p>
      {stateZones.map((zone) => (
        <Button key={zone} size="wide" look="quiet" name="zone" value={zone}>
          {fill(where.place, { place, zone: zoneName(now, zone) })}
        </Button>
      ))}
      {phoneZone && (
        <Button size="wide" look="quiet" name="zone" value={phoneZone}>
          {fill(where.phone, { place: labelOfPhone(phoneZone) })}
        </Button>
      )}
    </form>
  );
}
