import type * as z from "zod";
import { zoneOrUtc } from "~/core/time";
import { therapistZones } from "~/therapists/therapist-schema";
import { Choice, Field, TextField } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import type { PlaceJson } from "../kind-schema";

interface PlaceFormProps {
  company: string;
  place?: z.output<typeof PlaceJson>;
  /** Proposed for a new place. */
  zone?: string | null;
  back: string;
  verb: string;
}

const zones: Record<string, string> = Object.fromEntries(
  Object.entries(therapistZones).map(([zone, name]) => [zoneOrUtc(zone), name]),
);

export function PlaceForm({ company, place, zone: proposed, back, verb }: PlaceFormProps) {
  return (
    <PostForm className="panel reading" aria-label="Place">
      <Problem />
      {place ? (
        <>
          <input type="hidden" name="version" value={place.version} />
          <input type="hidden" name="active" value={String(place.active)} />
        </>
      ) : (
        <input type="hidden" name="company" value={company} />
      )}
      <Field
        name="name"
        label="Name"
        hint="For example: Peoria branch"
        value={place?.name}
        maxLength={80}
        required
      />
      <Field
        name="address"
        label="Address"
        hint="As on an envelope. Patients get a map link for it."
        value={place?.address}
        maxLength={300}
        required
      />
      <div className="pair">
        <Choice
          name="timezone"
          label="Time zone"
          hint="Times of visits here are in this zone."
          value={place?.timezone ?? proposed ?? ""}
          required
        >
          {!place && !proposed && <option value="">Choose</option>}
          {place && !(place.timezone in zones) && <option>{place.timezone}</option>}
          {Object.entries(zones).map(([zone, name]) => (
            <option key={zone} value={zone}>
              {name}
            </option>
          ))}
        </Choice>
        <Field
          name="rooms"
          label="Visits at a time"
          hint="The most visits that fit here at the same time."
          type="number"
          min={1}
          max={99}
          value={String(place?.rooms ?? 1)}
          required
        />
      </div>
      <Field
        name="phone"
        label="Phone (optional)"
        hint="Patients call it if they can’t find the place."
        type="tel"
        value={place?.phone ?? ""}
        maxLength={40}
      />
      <div className="pair">
        <TextField
          name="directions"
          label="Directions in English (optional)"
          hint="Parking, entrance, elevator, and step-free access."
          value={place?.directions ?? ""}
          rows={4}
          maxLength={2000}
        />
        <TextField
          name="directions_es"
          label="Directions in Spanish (optional)"
          hint="The same directions in Spanish."
          value={place?.directions_es ?? ""}
          rows={4}
          maxLength={2000}
          lang="es"
        />
      </div>
      <div className="pair">
        <Field
          name="latitude"
          label="Latitude (optional)"
          hint="Like 40.69. Calendars use both numbers for their map."
          inputMode="decimal"
          value={String(place?.latitude ?? "")}
          maxLength={20}
        />
        <Field
          name="longitude"
          label="Longitude (optional)"
          hint="Like −89.59. Negative in the United States."
          inputMode="text"
          value={String(place?.longitude ?? "")}
          maxLength={20}
        />
      </div>
      <FormButtons back={back}>{verb}</FormButtons>
    </PostForm>
  );
}
