import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findCompany, listCompanyNames } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { CompanyTabs } from "~/company/ui/company-tabs";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { placeFlash } from "../flash";
import { listPlaces } from "../kinds.server";
import { kindsHref, newPlaceHref, placesPath } from "../kinds-href";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Places – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: CompanyQuery }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const { id, name } = await findCompany(app.reads, input.company ?? names[0]);
    return {
      names,
      company: name,
      places: await listPlaces(app.reads, id),
      toast: await takeFlash(args, placeFlash),
    };
  });

export default function Places() {
  const { names, company, places, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title="Places"
      subtitle="Where patients come for a visit"
      here="/admin/company"
      toast={toast}
      actions={<QuietLink href={kindsHref(company)}>Kinds of visits</QuietLink>}
    >
      <CompanyTabs names={names} current={company} path={placesPath} />
      <Table
        caption="Places"
        rows={places}
        rowKey={({ id }) => id}
        empty="No places yet. Add one if patients can come to a branch."
        stacks
        columns={[
          {
            head: "Name",
            align: "name",
            cell: ({ id, name }) => (
              <a className="row-link" href={`${placesPath}/${id}`}>
                {name}
              </a>
            ),
          },
          { head: "Address", align: "name", cell: ({ address }) => address },
          { head: "Visits at a time", cell: ({ rooms }) => `${rooms} at a time` },
          {
            head: "Status",
            align: "acts",
            cell: ({ active }) =>
              active === 1 ? (
                <span className="status good">Open</span>
              ) : (
                <span className="status">Closed</span>
              ),
          },
        ]}
      />
      <p className="buttons">
        <ButtonLink href={newPlaceHref(company)}>Add a place</ButtonLink>
        <QuietLink href={`/admin/company?${new URLSearchParams({ company })}`}>Company</QuietLink>
      </p>
    </StaffShell>
  );
}
