import { formatFull, formatTime } from "~/core/time";
import { Fact } from "~/ui/components/fact";
import type { ClassSession } from "../class-session";

/** "4 of 6" */
export const seatsTaken = ({ taken, seats }: Pick<ClassSession, "taken" | "seats">) => `${taken} of ${seats}`;

interface ClassFactsProps {
  session: ClassSession;
  therapists: readonly { name: string }[];
}

export function ClassFacts({ session, therapists }: ClassFactsProps) {
  const { start_at, end_at, zone, place, address, meeting_link: link } = session;
  return (
    <dl className="facts">
      <Fact label="Date and time" wide>
        {`${formatFull(start_at, zone)}, to ${formatTime(end_at, zone)}`}
      </Fact>
      <Fact label={therapists.length === 1 ? "Therapist" : "Therapists"}>
        {therapists.map(({ name }) => name).join(", ")}
      </Fact>
      <Fact label="Seats taken">{seatsTaken(session)}</Fact>
      {place && <Fact label="Place">{[place, address].filter(Boolean).join(", ")}</Fact>}
      {link && (
        <Fact label="Meeting link" wide>
          <a href={link} rel="noreferrer">
            {link}
          </a>
        </Fact>
      )}
    </dl>
  );
}
