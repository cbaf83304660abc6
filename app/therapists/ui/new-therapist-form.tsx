import { Choice, Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { TherapistSettingsFields } from "./therapist-settings-fields";

interface NewTherapistFormProps {
  companies: readonly string[];
}

export function NewTherapistForm({ companies }: NewTherapistFormProps) {
  return (
    <PostForm className="panel reading">
      <Problem />
      <div className="pair">
        <Field name="name" label="Name" hint="Shown to patients." maxLength={200} required />
        <Field name="email" label="Email" type="email" hint="Used to sign in." required />
        <Field name="phone" label="Phone" type="tel" required />
        <Choice name="company_name" label="Company">
          {companies.map((company) => (
            <option key={company}>{company}</option>
          ))}
        </Choice>
        <TherapistSettingsFields />
      </div>
      <p className="soft">
        The new user gets a link by email and text to set a password. An existing user with this email keeps
        their roles.
      </p>
      <FormButtons back="/admin">Add therapist</FormButtons>
    </PostForm>
  );
}
