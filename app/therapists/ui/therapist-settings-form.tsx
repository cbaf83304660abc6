import type { FormProblem } from "~/core/form-problem";
import { formatPhone } from "~/core/phone";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import type { Therapist } from "../therapists.server";
import { OnFile } from "./on-file";
import { PostalAreasField, TherapistSettingsFields } from "./therapist-settings-fields";

const labels = {
  phone: "Phone",
  office_number: "Office number",
  region: "State",
  timezone: "Time zone",
  zoom_link: "Meeting link",
  daily_capacity: "Visits per day",
};

export function TherapistSettingsForm({
  therapist,
  areas,
  problem,
}: {
  therapist: Therapist;
  /** The postal areas as stored; undefined if the company has no home visits. */
  areas: string | null | undefined;
  problem: FormProblem | undefined;
}) {
  const shown = { ...therapist, phone: therapist.phone && formatPhone(therapist.phone) };
  return (
    <PostForm className="panel reading">
      <p>
        Booked visits and free slots keep their time, and confirmed visits keep their meeting link. A new time
        zone changes how all times are shown. The weekly pattern uses it the next time you apply the pattern.
      </p>
      <Problem />
      <OnFile therapist={shown} labels={labels} problem={problem} />
      <input type="hidden" name="act" value="save" />
      <input type="hidden" name="version" value={therapist.version} />
      <div className="pair">
        <Field
          name="phone"
          label="Phone (optional)"
          type="tel"
          hint="Contact number for this therapist. Their sign-in phone is under User Management."
          value={shown.phone ?? ""}
        />
        <Field
          name="office_number"
          label="Office number (optional)"
          value={therapist.office_number ?? ""}
          maxLength={60}
        />
        <TherapistSettingsFields therapist={therapist} />
      </div>
      {areas !== undefined && (
        <PostalAreasField
          areas={areas}
          hint="The first digits of the ZIP codes that this therapist travels to, separated by commas: 606, 60714. Without them, the therapist travels everywhere."
        />
      )}
      <FormButtons back={`/therapists/${therapist.id}`}>Save</FormButtons>
    </PostForm>
  );
}
