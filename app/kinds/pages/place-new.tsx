import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findCompany, listCompanyNames } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { placeFlash } from "../flash";
import { PlaceFields, placeOf } from "../kind-schema";
import { placesHref } from "../kinds-href";
import { findUsualZone, savePlace } from "../places.server";
import { PlaceForm } from "../ui/place-form";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Add a place – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: CompanyQuery }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const { id, name } = await findCompany(app.reads, input.company ?? names[0]);
    return { company: name, zone: await findUsualZone(app.reads, id) };
  });

const AddPlace = PlaceFields.extend(CompanyQuery.shape);

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: AddPlace }, async ({ app, who, input }) => {
    const { company: named, ...fields } = input;
    const company = await findCompany(app.reads, named);
    await savePlace(app, who, { ...placeOf(fields), id: null, companyId: company.id });
    return redirectWithFlash<typeof placeFlash>(args, placesHref(company.name), "place-saved");
  });

export default function NewPlace() {
  const { company, zone } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Add a place" subtitle={company} here="/admin/company">
      <PlaceForm company={company} zone={zone} back={placesHref(company)} verb="Add" />
    </StaffShell>
  );
}
