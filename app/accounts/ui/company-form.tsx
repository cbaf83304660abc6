import type { Company } from "~/company/company.server";
import type { FormProblem } from "~/core/form-problem";
import { formatPhone } from "~/core/phone";
import { Button } from "~/ui/components/button";
import { Field, TextField } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";

interface CompanyFormProps {
  company: Company;
  problem: FormProblem | undefined;
}

/** What patients read about their company. */
export function CompanyForm({ company, problem }: CompanyFormProps) {
  const value = (field: keyof Company) => String(company[field] ?? "");
  return (
    <form method="post" className="panel reading">
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <p>Patients see the name and phone number on every page, in messages, and in calendar entries.</p>
      <input type="hidden" name="company" value={company.name} />
      <input type="hidden" name="version" value={company.version} />
      <div className="pair">
        <Field name="name" label="Name" value={company.name} problem={problem} maxLength={120} required />
        <Field
          name="phone"
          label="Phone"
          type="tel"
          hint="The number patients call for help."
          value={company.phone ? formatPhone(company.phone) : ""}
          problem={problem}
        />
        <Field
          name="website"
          label="Website (optional)"
          type="url"
          value={value("website")}
          problem={problem}
        />
        <Field
          name="support_hours"
          label="Support hours (optional)"
          hint="For example: Monday to Friday, 8 AM to 5 PM Eastern Time."
          value={value("support_hours")}
          problem={problem}
          maxLength={200}
        />
        <Field
          name="reply_to"
          label="Reply-to email (optional)"
          type="email"
          hint="Replies to our emails go to this address."
          value={value("reply_to")}
          problem={problem}
        />
        <Field name="address" label="Postal address (optional)" value={value("address")} problem={problem} />
      </div>
      <TextField
        name="about_visit_en"
        label="About your visit (optional)"
        hint="What patients should have ready. Leave empty to use the built-in text."
        value={value("about_visit_en")}
        problem={problem}
        rows={5}
        maxLength={2000}
      />
      <Field
        name="message_frequency"
        label="Message frequency (optional)"
        hint="Shown with the consent to texts. For example: Up to 4 messages per visit."
        value={value("message_frequency")}
        problem={problem}
        maxLength={160}
      />
      <TextField
        name="privacy_notice"
        label="Privacy notice"
        hint="A web address, or the full text."
        value={value("privacy_notice")}
        problem={problem}
        rows={4}
      />
      <Field
        name="privacy_practices"
        label="Notice of privacy practices (optional)"
        type="url"
        hint="The web address of your HIPAA notice."
        value={value("privacy_practices")}
        problem={problem}
      />
      <TextField
        name="terms"
        label="Terms (optional)"
        hint="A web address, or the full text. Leave empty to use the built-in terms."
        value={value("terms")}
        problem={problem}
        rows={4}
      />
      <p className="buttons">
        <Button>Save</Button>
      </p>
    </form>
  );
}
