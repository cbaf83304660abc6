import * as z from "zod";
import { findCompany } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { KindFields, KindJson, kindOf } from "../kind-schema";
import { findKind, kindView, listKinds, saveKind } from "../kinds.server";

export const { loader, action } = api({
  GET: method({
    summary: "List a company's kinds of visits. Lengths and buffers are in minutes",
    allow: allStaff,
    input: CompanyQuery,
    output: z.array(KindJson),
    async run({ app, input }) {
      const { id, name } = await findCompany(app.reads, input.company);
      return (await listKinds(app.reads, id)).map((kind) => kindView(kind, name));
    },
  }),
  POST: method({
    summary: "Add a kind of visit",
    allow: ["admin"],
    input: KindFields.extend(CompanyQuery.shape),
    output: KindJson,
    status: 201,
    async run({ app, who, input: { company: named, ...fields } }) {
      const company = await findCompany(app.reads, named);
      const id = await saveKind(app, who, { ...kindOf(fields), id: null, companyId: company.id });
      return kindView(await findKind(app.db, id), company.name);
    },
  }),
});
