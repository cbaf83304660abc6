import type { FormProblem } from "~/core/form-problem";
import { stateName } from "~/core/zones/states";
import { Button, ButtonLink } from "~/ui/components/button";
import { Choice, Field } from "~/ui/components/field";
import type { Therapist } from "../../therapists.server";
import { OnFile } from "../../ui/on-file";

interface ProfileFormProps {
  therapist: Therapist;
  companies: readonly string[];
  here: string;
  canEditSettings: boolean;
  problem: FormProblem | undefined;
}

export function ProfileForm({ therapist, companies, here, canEditSettings, problem }: ProfileFormProps) {
  const saveProblem = problem?.typed.act === "save" ? problem : undefined;
  const field = (name: string) => ({ name, id: `profile-${name}`, problem: saveProblem });
  return (
    <section className="stack" aria-labelledby="profile-edit">
      <h2 id="profile-edit">Therapist</h2>
      <OnFile therapist={therapist} labels={shown} problem={saveProblem} />
      <form method="post" action={here} className="profile-form pair" data-in-place="" noValidate>
        <input type="hidden" name="act" value="save" />
        <input type="hidden" name="version" value={therapist.version} />
        <Field {...field("name")} label="Name" value={therapist.name} maxLength={200} />
        <Field {...field("email")} type="email" label="Email" value={therapist.email} maxLength={254} />
        <Fixed name="phone" label="Phone" value={therapist.phone} />
        <Fixed name="timezone" label="Time zone" value={therapist.timezone} />
        <Fixed name="zoom_link" label="Meeting link" value={therapist.zoom_link} />
        <Field
          {...field("review_link")}
          type="url"
          label="Review link"
          value={therapist.review_link ?? ""}
          maxLength={1000}
        />
        <Fixed name="region" label="Region" value={regionOf(therapist.region)} />
        <Fixed name="office_number" label="Office number" value={therapist.office_number} />
        <Choice {...field("company_name")} label="Company" value={therapist.company_name}>
          {companies.map((company) => (
            <option key={company} value={company}>
              {company}
            </option>
          ))}
        </Choice>
        <p className="wide soft">
          {canEditSettings ? (
            <a href={`/therapists/${therapist.id}/edit`}>
              Edit phone, state, time zone, meeting link, or daily capacity
            </a>
          ) : (
            "Only an admin can change the gray fields."
          )}
        </p>
        <p className="buttons">
          <Button>Save</Button>
          <ButtonLink href="/calendars" look="quiet" data-close="">
            Close
          </ButtonLink>
        </p>
      </form>
    </section>
  );
}

const regionOf = (code: string) => (stateName(code) === code ? code : `${code}, ${stateName(code)}`);

function Fixed({ name, label, value }: { name: string; label: string; value: string | null }) {
  return <Field name={`fixed_${name}`} label={label} value={value ?? "Not Provided"} readOnly />;
}

const shown = { name: "Name", email: "Email", review_link: "Review link", company_name: "Company" } as const;
