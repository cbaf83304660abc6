import { api, method } from "~/http/api.server";
import { parse } from "~/http/request/input.server";
import { ChangeKind, givenOf, KindFields, KindJson, kindOf } from "../kind-schema";
import { findCompanyName, findKind, kindView, saveKind } from "../kinds.server";

export const { loader, action } = api({
  PATCH: method({
    summary: "Change a kind of visit, or retire it with `active: false`. Booked visits keep their time",
    allow: ["admin"],
    input: ChangeKind,
    output: KindJson,
    async run({ app, who, input: { id, ...changes } }) {
      const before = await findKind(app.reads, id);
      const company = await findCompanyName(app.reads, before.company_id);
      const { version: _, ...fields } = kindView(before, company);
      const changed = kindOf(parse(KindFields, { ...fields, ...givenOf(changes) }));
      await saveKind(app, who, { ...changed, id, companyId: before.company_id });
      return kindView(await findKind(app.db, id), company);
    },
  }),
});
