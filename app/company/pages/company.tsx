import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { kindsHref } from "~/kinds/kinds-href";
import { findNextSetup } from "~/operations/setup/hide-setup.server";
import { NextSetupStep } from "~/operations/ui/setup-steps";
import { StaffShell } from "~/ui/shells/staff-shell";
import { changeCompany } from "../change-company.server";
import { findCompany, listCompanyNames } from "../company.server";
import { CompanyForm as CompanyInput, CompanyQuery } from "../company-schema";
import { companyView } from "../company-settings";
import { companyFlash } from "../flash";
import { CompanyForm } from "../ui/company-form";
import { CompanyTabs } from "../ui/company-tabs";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Company – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: CompanyQuery }, async ({ app, who, input }) => {
    const names = await listCompanyNames(app.reads);
    return {
      names,
      company: companyView(await findCompany(app.reads, input.company ?? names[0])),
      next: await findNextSetup(app, who),
      toast: await takeFlash(args, companyFlash),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: CompanyInput }, async ({ app, who, input }) => {
    const { name } = await changeCompany(app, who, input);
    return redirectWithFlash<typeof companyFlash>(
      args,
      `/admin/company?company=${encodeURIComponent(name)}`,
      "company-saved",
    );
  });

export default function CompanyPage() {
  const { names, company, next, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Company" here="/admin/company" toast={toast}>
      {toast && <NextSetupStep step={next} />}
      <CompanyTabs names={names} current={company.name} path="/admin/company" />
      <CompanyForm
        company={company}
        wordingHref={`/admin/company/wording?company=${encodeURIComponent(company.name)}`}
        questionsHref={`/admin/company/questions?company=${encodeURIComponent(company.name)}`}
        kindsHref={kindsHref(company.name)}
        planHref={`/admin/company/plan?company=${encodeURIComponent(company.name)}`}
        logoHref={`/admin/company/logo?company=${encodeURIComponent(company.name)}`}
      />
    </StaffShell>
  );
}
