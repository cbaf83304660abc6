import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findCompany, listCompanyNames } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { CompanyTabs } from "~/company/ui/company-tabs";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { kindFlash } from "../flash";
import { kindView, listKinds } from "../kinds.server";
import { kindsPath, newKindHref, placesHref } from "../kinds-href";
import { KindTable } from "../ui/kind-table";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Kinds of visits – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: CompanyQuery }, async ({ app, input }) => {
    const names = await listCompanyNames(app.reads);
    const company = await findCompany(app.reads, input.company ?? names[0]);
    const kinds = await listKinds(app.reads, company.id);
    return {
      names,
      company: company.name,
      kinds: kinds.map((kind) => ({
        ...kindView(kind, company.name),
        placeName: kind.place?.name ?? null,
      })),
      toast: await takeFlash(args, kindFlash),
    };
  });

export default function Kinds() {
  const { names, company, kinds, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title="Kinds of visits"
      subtitle="How patients meet a therapist"
      here="/admin/company"
      toast={toast}
      actions={<QuietLink href={placesHref(company)}>Places</QuietLink>}
    >
      <CompanyTabs names={names} current={company} path={kindsPath} />
      <KindTable kinds={kinds} />
      <p className="soft">
        Patients choose a kind before they choose a time, if they can book more than one.
      </p>
      <p className="buttons">
        <ButtonLink href={newKindHref(company)}>Add a kind of visit</ButtonLink>
        <QuietLink href={`/admin/company?${new URLSearchParams({ company })}`}>Company</QuietLink>
      </p>
    </StaffShell>
  );
}
