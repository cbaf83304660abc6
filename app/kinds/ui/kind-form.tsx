import type * as z from "zod";
import { CheckGroup } from "~/accounts/users/ui/check-group";
import { Check, Choice, Field, TextField } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import type { KindChoices } from "../find-kind-choices.server";
import { type KindJson, modes } from "../kind-schema";
import { placesHref } from "../kinds-href";
import { modeNames } from "../mode-names";

interface KindFormProps {
  company: string;
  kind?: z.output<typeof KindJson>;
  choices: KindChoices;
  back: string;
  verb: string;
}

export function KindForm({ company, kind, choices, back, verb }: KindFormProps) {
  return (
    <PostForm className="panel reading" aria-label="Kind of visit">
      <Problem />
      {kind ? (
        <>
          <input type="hidden" name="version" value={kind.version} />
          <input type="hidden" name="active" value={String(kind.active)} />
        </>
      ) : (
        <input type="hidden" name="company" value={company} />
      )}
      <div className="pair">
        <Field
          name="name"
          label="Name in English"
          hint="For example: Setup at our branch"
          value={kind?.name}
          maxLength={80}
          required
        />
        <Field
          name="name_es"
          label="Name in Spanish"
          hint="For example: Configuración en nuestra oficina"
          value={kind?.name_es}
          maxLength={80}
          lang="es"
          required
        />
      </div>
      <div className="pair">
        <Choice name="mode" label="How it happens" value={kind?.mode ?? "video"}>
          {modes.map((mode) => (
            <option key={mode} value={mode}>
              {modeNames[mode]}
            </option>
          ))}
        </Choice>
        <Place choices={choices} current={kind?.place ?? null} company={company} />
      </div>
      <Lengths kind={kind} />
      <div className="pair">
        <Field
          name="seats"
          label="Seats"
          hint="2 to 50 for a class. 1 for every other kind."
          type="number"
          min={1}
          max={50}
          value={String(kind?.seats ?? 1)}
          required
        />
        <Choice name="booked_by" label="Who may book it" value={kind?.booked_by ?? "everyone"}>
          <option value="everyone">Patients and staff</option>
          <option value="staff">Staff only</option>
        </Choice>
      </div>
      <Leaders therapists={choices.therapists} chosen={kind?.therapists ?? []} />
      <div className="pair">
        <TextField
          name="ready"
          label="To have ready, in English (optional)"
          hint="One thing per line. Patients see this before the visit."
          value={kind?.ready ?? ""}
          rows={4}
          maxLength={2000}
        />
        <TextField
          name="ready_es"
          label="To have ready, in Spanish (optional)"
          hint="The same things in Spanish."
          value={kind?.ready_es ?? ""}
          rows={4}
          maxLength={2000}
          lang="es"
        />
      </div>
      <Field
        name="link_template"
        label="Meeting link (optional)"
        hint="For visits by video: https://meet.example.org/{random} gives each visit its own link. If this is empty, the therapist’s link is used."
        value={kind?.link_template ?? ""}
        maxLength={500}
      />
      <input type="hidden" name="hands_over_equipment" value="false" />
      <Check
        name="hands_over_equipment"
        label="Patients get their equipment at this visit"
        defaultChecked={kind?.hands_over_equipment}
        aria-describedby="equipment-hint"
      />
      <p className="hint" id="equipment-hint">
        Only for a visit at a place or a class. It never waits for a delivery.
      </p>
      <FormButtons back={back}>{verb}</FormButtons>
    </PostForm>
  );
}

interface PlaceProps {
  choices: KindChoices;
  current: number | null;
  company: string;
}

const Place = ({ choices, current, company }: PlaceProps) => (
  <Choice
    name="place"
    label="Place"
    hint={
      choices.places.length === 0 ? (
        <>
          For a visit at a place, <a href={placesHref(company)}>add the place</a> first.
        </>
      ) : (
        "For a visit at a place, or for a class that isn’t by video."
      )
    }
    value={String(current ?? "")}
  >
    <option value="">None</option>
    {choices.places.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Choice>
);

const Lengths = ({ kind }: { kind: KindFormProps["kind"] }) => (
  <>
    <Field
      name="length"
      label="Minutes with the patient"
      hint="5 to 240, in steps of 5."
      type="number"
      min={5}
      max={240}
      step={5}
      value={String(kind?.length ?? 45)}
      required
    />
    <div className="pair">
      <Field
        name="buffer_before"
        label="Minutes before"
        hint="The therapist’s time to prepare or travel. Patients don’t see it."
        type="number"
        min={0}
        max={120}
        value={String(kind?.buffer_before ?? 0)}
        required
      />
      <Field
        name="buffer_after"
        label="Minutes after"
        hint="The therapist’s time to write notes or travel."
        type="number"
        min={0}
        max={120}
        value={String(kind?.buffer_after ?? 0)}
        required
      />
    </div>
  </>
);

interface LeadersProps {
  therapists: KindChoices["therapists"];
  chosen: readonly number[];
}

const Leaders = ({ therapists, chosen }: LeadersProps) => (
  <CheckGroup name="therapists" label="Who may lead it">
    <p className="hint">Every therapist, if none is checked.</p>
    <input type="hidden" name="therapists" value="" />
    <div className="pair">
      {therapists.map(({ id, name }) => (
        <Check
          key={id}
          name="therapists"
          value={String(id)}
          label={name}
          defaultChecked={chosen.includes(id)}
        />
      ))}
    </div>
  </CheckGroup>
);
