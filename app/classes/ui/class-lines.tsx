import { inReadersLanguage } from "~/core/language/current-language";
import { counted, fill } from "~/core/language/strings";
import { minute } from "~/core/time";
import { type ClassSession, seatsLeft } from "../class-session";
import { strings } from "../strings";

const nameOfClass = ({ kind, kind_es }: Pick<ClassSession, "kind" | "kind_es">): string =>
  inReadersLanguage({ en: kind, es: kind_es });

/** A class for patients: its length, place, therapist, and free seats. */
export function ClassLines({ session }: { session: ClassSession }) {
  const { start_at, end_at, place, address, therapist } = session;
  const length = counted(strings.minutes, Math.round((end_at - start_at) / minute));
  return (
    <>
      <p>{`${nameOfClass(session)}, ${length}`}</p>
      <p>{place ? [place, address].filter(Boolean).join(", ") : strings.byVideo}</p>
      <p>{fill(strings.led, { therapist })}</p>
      <p className="soft">{counted(strings.seatsLeft, seatsLeft(session))}</p>
    </>
  );
}
