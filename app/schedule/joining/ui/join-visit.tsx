import { fill } from "~/core/language/strings";
import { WebLink } from "~/ui/breaking-address";
import type { Visit } from "~/visits/visit";
import { strings as scheduleStrings } from "../../strings";
import type { ShownVisit } from "../../ui/visit-card";
import type { DayOfVisit } from "../day-of-visit";
import { strings } from "../strings";

interface JoinVisitProps {
  visit: ShownVisit & Pick<Visit, "meeting_link" | "call_me" | "mode" | "place">;
  day: DayOfVisit;
  reminds: boolean;
}

/** The `join` script activates the button at the right time. The link below it always works. */
export function JoinVisit({ visit, day: { join }, reminds }: JoinVisitProps) {
  const { status, meeting_link: link, call_me, mode, place } = visit;
  if (status !== "confirmed") return null;
  if (mode === "branch" || mode === "home" || place) return null;
  if (!link) return call_me ? null : <p>{strings.noJoinLink}</p>;
  if (call_me) return <LinkLine text={strings.joinInstead} link={link} />;
  const isOpen = join.state !== "later" && join.state !== "today";
  const sentences = {
    later: fill(strings.joinOpens.later, { when: join.opens }),
    today: fill(strings.joinOpens.today, { when: join.opens }),
    open: strings.joinOpen,
    running: strings.joinRunning,
    ended: strings.joinEnded,
  };
  return (
    <div className="stack join">
      <p id="join-note" data-open={strings.joinOpen}>
        {sentences[join.state]}
        {reminds && join.state === "later" && ` ${strings.reminder}`}
      </p>
      <a
        className="button wide"
        id="join"
        rel="noreferrer"
        {...(isOpen
          ? { href: link }
          : { role: "link", "aria-disabled": "true", "data-href": link, "data-opens-in": join.opensIn })}
      >
        {scheduleStrings.join}
      </a>
      <LinkLine text={isOpen ? strings.joinLink : strings.joinLinkLater} link={link} />
    </div>
  );
}

const LinkLine = ({ text, link }: { text: string; link: string }) => (
  <p className="soft">
    <span id="join-link-note" data-open={strings.joinLink}>
      {text}
    </span>{" "}
    <WebLink href={link} />
  </p>
);
