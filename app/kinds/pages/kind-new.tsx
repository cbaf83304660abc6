import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findCompany, listCompanyNames } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findKindChoices } from "../find-kind-choices.server";
import type { kindFlash } from "../flash";
import { inKindForm, KindFields, kindOf } from "../kind-schema";
import { saveKind } from "../kinds.server";
import { kindsHref, kindsPath } from "../kinds-href";
import { KindForm } from "../ui/kind-form";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Add a kind of visit – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: CompanyQuery }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const { id, name } = await findCompany(app.reads, input.company ?? names[0]);
    return { company: name, choices: await findKindChoices(app.reads, id) };
  });

const AddKind = inKindForm(KindFields.extend(CompanyQuery.shape));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: AddKind }, async ({ app, who, input }) => {
    const { company: named, ...fields } = input;
    const company = await findCompany(app.reads, named);
    const id = await saveKind(app, who, { ...kindOf(fields), id: null, companyId: company.id });
    return redirectWithFlash<typeof kindFlash>(args, `${kindsPath}/${id}`, "kind-saved");
  });

export default function NewKind() {
  const { company, choices } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Add a kind of visit" subtitle={company} here="/admin/company">
      <KindForm company={company} choices={choices} back={kindsHref(company)} verb="Add" />
    </StaffShell>
  );
}
