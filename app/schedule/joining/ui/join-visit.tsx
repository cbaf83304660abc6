import { fill } from "~/core/language/strings";
import { WebLink } from "~/ui/breaking-address";
import { strings as scheduleStrings } from "../../strings";
import type { ShownVisit } from "../../ui/visit-card";
import type { DayOfVisit } from "../day-of-visit";
import { strings } from "../strings";

interface JoinVisitProps {
  visit: ShownVisit & { meeting_link: string | null; call_me: boolean };
  day: DayOfVisit;
  /** A reminder reaches the patient. */
  reminds: boolean;
}

/** The script `join` opens the button in time. The link below it always works. */
export function JoinVisit({ visit, day: { join }, reminds }: JoinVisitProps) {
  const { status, meeting_link: link, call_me } = visit;
  if (status !== "confirmed") return null;
  if (!link) return <p>{strings.noJoinLink}</p>;
  const isOpen = join.state === "open" || join.state === "running";
  const sentences = {
    later: fill(strings.joinOpens.later, { when: join.opens }),
    today: fill(strings.joinOpens.today, { when: join.opens }),
    open: strings.joinOpen,
    running: strings.joinRunning,
  };
  return (
    <div className="stack join">
      <p id="join-note" data-open={strings.joinOpen}>
        {sentences[join.state]}
        {reminds && join.state === "later" && ` ${strings.reminder}`}
      </p>
      <a
        className={`button wide${call_me ? " quiet" : ""}`}
        id="join"
        rel="noreferrer"
        {...(isOpen
          ? { href: link }
          : { role: "link", "aria-disabled": "true", "data-href": link, "data-opens-in": join.opensIn })}
      >
        {scheduleStrings.join}
      </a>
      <p className="soft">
        {`${strings.joinLink} `}
        <WebLink href={link} />
      </p>
    </div>
  );
}
