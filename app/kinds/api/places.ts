import * as z from "zod";
import { findCompany } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { PlaceFields, PlaceJson, placeOf } from "../kind-schema";
import { listPlaces } from "../kinds.server";
import { findPlace, placeView, savePlace } from "../places.server";

export const { loader, action } = api({
  GET: method({
    summary: "List a company's places",
    allow: allStaff,
    input: CompanyQuery,
    output: z.array(PlaceJson),
    async run({ app, input }) {
      const { id, name } = await findCompany(app.reads, input.company);
      return (await listPlaces(app.reads, id)).map((place) => placeView(place, name));
    },
  }),
  POST: method({
    summary: "Add a place for visits",
    allow: ["admin"],
    input: PlaceFields.extend(CompanyQuery.shape),
    output: PlaceJson,
    status: 201,
    async run({ app, who, input: { company: named, ...fields } }) {
      const company = await findCompany(app.reads, named);
      const id = await savePlace(app, who, { ...placeOf(fields), id: null, companyId: company.id });
      return placeView(await findPlace(app.db, id), company.name);
    },
  }),
});
