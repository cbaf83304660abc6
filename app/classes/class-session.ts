import { iso } from "~/core/time";

/** A class. Instants in ms UTC. */
export interface ClassSession {
  id: number;
  company_id: number;
  company: string;
  kind_id: number;
  kind: string;
  kind_es: string;
  /** Null for a class by video. */
  place_id: number | null;
  place: string | null;
  address: string | null;
  /** The IANA zone of the place, or of the therapist who leads the class. */
  zone: string;
  start_at: number;
  end_at: number;
  buffer_before: number;
  buffer_after: number;
  seats: number;
  /** Seats that patients have or had: canceled visits leave theirs. */
  taken: number;
  meeting_link: string | null;
  series: string | null;
  status: "scheduled" | "cancelled";
  kept_at: number | null;
  version: number;
  /** The therapist who leads the class. */
  therapist_id: number;
  therapist: string;
  region: string;
  timezone: string;
}

export const seatsLeft = ({ seats, taken }: Pick<ClassSession, "seats" | "taken">): number =>
  Math.max(0, seats - taken);

/** A class as the API shows it, without its patients. */
export const classView = (session: ClassSession, therapists: readonly string[]) => ({
  id: session.id,
  kind: session.kind_id,
  name: session.kind,
  start: iso(session.start_at),
  end: iso(session.end_at),
  therapist: session.therapist,
  therapists: [...therapists],
  place: session.place,
  seats: session.seats,
  seats_taken: session.taken,
  seats_left: seatsLeft(session),
  meeting_link: session.meeting_link,
  series: session.series,
  status: session.status,
  version: session.version,
});
