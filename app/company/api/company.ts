import { api, method } from "~/http/api.server";
import { changeCompany } from "../change-company.server";
import { findCompany } from "../company.server";
import { ChangeCompany, CompanyJson, CompanyQuery } from "../company-schema";
import { companyView } from "../company-settings";

export const { loader, action } = api({
  GET: method({
    summary: "Get the company profile; if there are several companies, choose one with `company`",
    allow: ["supervisor", "admin"],
    input: CompanyQuery,
    output: CompanyJson,
    run: async ({ app, input }) => companyView(await findCompany(app.reads, input.company)),
  }),
  PATCH: method({
    summary: "Change the company profile; omitted fields don't change",
    allow: ["admin"],
    input: ChangeCompany,
    output: CompanyJson,
    run: async ({ app, who, input }) => companyView(await changeCompany(app, who, input)),
  }),
});
