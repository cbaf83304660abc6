import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { addTherapist } from "../add-therapist.server";
import { AddTherapist } from "../therapist-schema";
import { NewTherapistForm } from "../ui/new-therapist-form";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Add a therapist – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["admin"], input: z.object({}) }, async ({ app, who }) => {
    const companies = await app.reads.selectFrom("companies").select("name").orderBy("name").execute();
    return { staff: requireStaff(who), companies: companies.map(({ name }) => name) };
  });
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: AddTherapist }, async ({ app, who, input }) => {
    const id = await addTherapist(app, who, input);
    return redirect(`/therapists/${id}`, 303);
  });
}

export default function NewTherapist() {
  const { staff, companies } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  return (
    <StaffShell title="Add a therapist" who={staff} here="/admin">
      <NewTherapistForm companies={companies} problem={problem} />
    </StaffShell>
  );
}
