import type { Problem } from "~/core/problem";
import { stateCodes, stateName } from "~/core/states";
import { therapistZones } from "~/scheduling/therapist-schema";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";

interface NewTherapistFormProps {
  companies: readonly string[];
  problem: Problem | undefined;
}

/** Everything that a therapist's record holds; the state and the time zone stay as they are chosen here. */
export function NewTherapistForm({ companies, problem }: NewTherapistFormProps) {
  return (
    <form method="post" className="panel reading">
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <div className="pair">
        <Field
          name="name"
          label="Name"
          hint="As patients read it."
          problem={problem}
          maxLength={200}
          required
        />
        <Field name="email" label="Email" type="email" hint="To sign in with." problem={problem} required />
        <Field name="phone" label="Phone" type="tel" problem={problem} required />
        <Choice name="company_name" label="Company" problem={problem}>
          {companies.map((company) => (
            <option key={company}>{company}</option>
          ))}
        </Choice>
        <Choice
          name="region"
          label="State"
          hint="Patients of this state are offered this therapist first."
          problem={problem}
          required
        >
          <option value="">Choose</option>
          {stateCodes.map((code) => (
            <option key={code} value={code}>
              {stateName(code)}
            </option>
          ))}
        </Choice>
        <Choice
          name="timezone"
          label="Time zone"
          hint="That of the therapist's own clock. It can't be changed later."
          problem={problem}
          required
        >
          <option value="">Choose</option>
          {Object.entries(therapistZones).map(([zone, called]) => (
            <option key={zone} value={zone}>
              {called}
            </option>
          ))}
        </Choice>
        <Field
          name="zoom_link"
          label="Meeting link (optional)"
          type="url"
          hint="Offered whenever a visit is confirmed."
          problem={problem}
          maxLength={1000}
        />
        <Field
          name="daily_capacity"
          label="Visits a day"
          type="number"
          hint="The most that patients can book."
          min={1}
          max={100}
          value="6"
          problem={problem}
          required
        />
      </div>
      <p className="soft">
        They get a link by email and text to set their own password. Somebody who signs in with this email
        already keeps their roles.
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
