import type { Company } from "~/company/company.server";
import { formatPhone } from "~/core/phone";
import { Field, TextField } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";

export function CompanyForm({ company }: { company: Company }) {
  return (
    <PostForm className="panel reading">
      <Problem />
      <p>Patients see the name, phone number, and support hours on their pages.</p>
      <input type="hidden" name="company" value={company.name} />
      <input type="hidden" name="version" value={company.version} />
      <div className="pair">
        <Field name="name" label="Name" value={company.name} maxLength={120} required />
        <Field
          name="phone"
          label="Phone"
          type="tel"
          hint="The number patients call for help."
          value={company.phone ? formatPhone(company.phone) : ""}
        />
      </div>
      <Field
        name="support_hours"
        label="Support hours (optional)"
        hint="When patients can call. For example: Monday to Friday, 8 AM to 5 PM Eastern Time."
        value={company.support_hours ?? ""}
        maxLength={200}
      />
      <TextField
        name="about_visit_en"
        label="What to have ready for the visit (optional)"
        hint="One item per line. Without your own text, patients see our standard list."
        value={company.about_visit_en ?? ""}
        maxLength={2000}
        rows={6}
      />
      <p>
        <input type="hidden" name="sms_optional" value="false" />
        <label>
          <input
            type="checkbox"
            name="sms_optional"
            defaultChecked={company.sms_optional === 1}
            aria-describedby="sms-optional-hint"
          />{" "}
          Patients may book without agreeing to texts
        </label>
      </p>
      <p className="hint" id="sms-optional-hint">
        They then choose updates by email or phone call. Carriers reject texting campaigns that make consent a
        condition.
      </p>
      <FormButtons>Save</FormButtons>
    </PostForm>
  );
}
