import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { availabilityHref } from "~/availability/availability-view";
import { listCompanyNames } from "~/company/company.server";
import { loadPage, submitForm } from "~/http/page.server";
import { Choice, Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { AddTherapist } from "../therapist-schema";
import { addTherapist } from "../therapists.server";
import { TherapistSettingsFields } from "../ui/therapist-settings-fields";

export const handle = { look: "staff", scripts: ["propose-zone"] };
export const meta = () => [{ title: "Add a therapist – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => {
    return { companies: await listCompanyNames(app.reads) };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: AddTherapist }, async ({ app, who, input }) => {
    const id = await addTherapist(app, who, input);
    return redirect(availabilityHref(id, "/week?added=yes"), 303);
  });

export default function NewTherapist() {
  const { companies } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Add a therapist" here="/admin">
      <NewTherapistForm companies={companies} />
    </StaffShell>
  );
}

interface NewTherapistFormProps {
  companies: readonly string[];
}

function NewTherapistForm({ companies }: NewTherapistFormProps) {
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
