import { languageName } from "~/core/language/spoken-language";
import { stateCodes, stateName } from "~/core/zones/states";
import { Check, Choice, Field } from "~/ui/components/field";
import { spokenLanguages, therapistZones, usualZone } from "../therapist-schema";
import type { Therapist } from "../therapists.server";

export function TherapistSettingsFields({ therapist }: { therapist?: Therapist }) {
  return (
    <>
      <Choice
        name="region"
        label="State"
        hint="Patients in this state see this therapist first."
        value={therapist?.region}
        required
        data-proposes-zone=""
      >
        <Options
          known={Object.fromEntries(stateCodes.map((code) => [code, stateName(code)]))}
          now={therapist?.region}
          zoneOf={usualZone}
        />
      </Choice>
      <Choice
        name="timezone"
        label="Time zone"
        hint="Proposed from the state. Change it if the therapist lives elsewhere."
        value={therapist?.timezone}
        required
      >
        <Options known={therapistZones} now={therapist?.timezone} />
      </Choice>
      <Field
        name="zoom_link"
        label="Meeting link (optional)"
        type="url"
        hint="Suggested when a visit is confirmed."
        value={therapist?.zoom_link ?? ""}
        maxLength={1000}
      />
      <LanguagesField languages={therapist?.languages ?? []} />
      <Field
        name="daily_capacity"
        label="Visits per day"
        type="number"
        hint="The most visits that patients can book in a day."
        min={1}
        max={100}
        value={String(therapist?.daily_capacity ?? 6)}
        required
      />
    </>
  );
}

export const LanguagesField = ({ languages }: { languages: readonly string[] }) => (
  <fieldset className="field">
    <legend className="label">Languages besides English</legend>
    <p className="hint">Patients who speak one of these see this therapist first at each time.</p>
    <input type="hidden" name="languages" value="" />
    {spokenLanguages.map((code) => (
      <Check
        key={code}
        name="languages"
        value={code}
        label={languageName(code)}
        defaultChecked={languages.includes(code)}
      />
    ))}
  </fieldset>
);

interface PostalAreasFieldProps {
  /** As stored. */
  areas: string | null;
  hint: string;
}

export const PostalAreasField = ({ areas, hint }: PostalAreasFieldProps) => (
  <Field
    name="zip_prefixes"
    label="Postal areas for home visits (optional)"
    hint={hint}
    value={(JSON.parse(areas ?? "[]") as string[]).join(", ")}
    maxLength={2000}
    autoComplete="off"
  />
);

interface OptionsProps {
  known: Record<string, string>;
  now: string | undefined;
  /** The time zone that a script proposes with an option. */
  zoneOf?: (value: string) => string | undefined;
}

function Options({ known, now, zoneOf }: OptionsProps) {
  const other = now !== undefined && !(now in known);
  return (
    <>
      {now === undefined && <option value="">Choose</option>}
      {other && <option value={now}>{now}</option>}
      {Object.entries(known).map(([value, called]) => (
        <option key={value} value={value} data-zone={zoneOf?.(value)}>
          {called}
        </option>
      ))}
    </>
  );
}
