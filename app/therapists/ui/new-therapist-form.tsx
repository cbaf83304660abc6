import type { FormProblem } from "~/core/form-problem";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { TherapistSettingsFields } from "./therapist-settings-fields";

interface NewTherapistFormProps {
  companies: readonly string[];
  problem: FormProblem | undefined;
}

export function NewTherapistForm({ companies, problem }: NewTherapistFormProps) {
  return (
    <form method="post" className="panel reading">
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <div className="pair">
        <Field
          name="name"
          label="Name"
          hint="Shown to patients."
          problem={problem}
          maxLength={200}
          required
        />
        <Field name="email" label="Email" type="email" hint="Used to sign in." problem={problem} required />
        <Field name="phone" label="Phone" type="tel" problem={problem} required />
        <Choice name="company_name" label="Company" problem={problem}>
          {companies.map((company) => (
            <option key={company}>{company}</option>
          ))}
        </Choice>
        <TherapistSettingsFields problem={problem} />
      </div>
      <p className="soft">
        They get a link by email and text to set a password. An existing user with this email keeps their
        roles.
      </p>
      <p className="buttons">
        <Button>Add therapist</Button>
        <ButtonLink href="/admin" look="quiet">
          Back
        </ButtonLink>
      </p>
    </form>
  );
}
