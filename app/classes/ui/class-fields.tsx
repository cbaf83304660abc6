import { useContext } from "react";
import { CheckGroup } from "~/accounts/users/ui/check-group";
import { Check, Choice, Field } from "~/ui/components/field";
import { ProblemContext } from "~/ui/components/form";

interface Person {
  id: number;
  name: string;
}

interface ClassFieldsProps {
  therapists: readonly Person[];
  /** The therapists of the class, the one who leads it first. */
  chosen?: readonly Person[];
  date?: string;
  time?: string;
  seats?: number;
  zone: string;
  link?: string | null;
  isAtPlace: boolean;
  repeats?: boolean;
}

export function ClassFields(props: ClassFieldsProps) {
  const { therapists, chosen = [], date, time, seats, zone, link, isAtPlace, repeats } = props;
  const problem = useContext(ProblemContext);
  const [leader, ...others] = chosen;
  const listed = [...chosen.filter((each) => therapists.every(({ id }) => id !== each.id)), ...therapists];
  const asks = problem?.fields.accept !== undefined;
  return (
    <>
      <Choice name="therapist" label="Led by" value={leader && String(leader.id)} required>
        {listed.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      {listed.length > 1 && (
        <CheckGroup name="others" label="Other therapists in the class (optional)">
          {listed.map(({ id, name }) => (
            <Check
              key={id}
              name="others"
              value={String(id)}
              label={name}
              defaultChecked={others.some((each) => each.id === id)}
            />
          ))}
        </CheckGroup>
      )}
      <div className="pair">
        <Field name="date" label="Day" type="date" value={date} required />
        <Field name="time" label={`Start (${zone})`} type="time" value={time} required />
      </div>
      <div className="pair">
        <Field
          name="seats"
          label="Seats"
          inputMode="numeric"
          value={seats === undefined ? undefined : String(seats)}
          maxLength={2}
          required
        />
        {repeats && (
          <Field
            name="repeat_until"
            label="Repeat weekly until (optional)"
            hint="The last possible day. If empty, the class takes place once."
            type="date"
          />
        )}
      </div>
      {!isAtPlace && (
        <Field
          name="meeting_link"
          label={repeats ? "Meeting link (optional)" : "Meeting link"}
          hint={
            repeats ? "If empty, the link of the kind or of the therapist who leads the class." : undefined
          }
          type="url"
          inputMode="url"
          value={link ?? undefined}
        />
      )}
      {asks && <Check name="accept" label={repeats ? "Schedule it anyway" : "Change it anyway"} />}
    </>
  );
}
