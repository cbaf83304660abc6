import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { addTherapist } from "../add-therapist.server";
import { AddTherapist } from "../therapist-schema";
import { NewTherapistForm } from "../ui/new-therapist-form";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Add a therapist – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"] }, async ({ app }) => {
    const companies = await app.reads.selectFrom("companies").select("name").orderBy("name").execute();
    return { companies: companies.map(({ name }) => name) };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: AddTherapist }, async ({ app, who, input }) => {
    const id = await addTherapist(app, who, input);
    return redirect(`/therapists/${id}`, 303);
  });

export default function NewTherapist() {
  const { companies } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Add a therapist" here="/admin">
      <NewTherapistForm companies={companies} />
    </StaffShell>
  );
}
