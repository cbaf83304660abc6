import { api, method } from "~/http/api.server";
import { parse } from "~/http/request/input.server";
import { ChangePlace, givenOf, PlaceFields, PlaceJson, placeOf } from "../kind-schema";
import { findCompanyName } from "../kinds.server";
import { findPlace, placeView, savePlace } from "../places.server";

export const { loader, action } = api({
  PATCH: method({
    summary: "Change a place, or close it with `active: false`",
    allow: ["admin"],
    input: ChangePlace,
    output: PlaceJson,
    async run({ app, who, input: { id, ...changes } }) {
      const before = await findPlace(app.reads, id);
      const company = await findCompanyName(app.reads, before.company_id);
      const { version: _, ...fields } = placeView(before, company);
      const changed = placeOf(parse(PlaceFields, { ...fields, ...givenOf(changes) }));
      await savePlace(app, who, { ...changed, id, companyId: before.company_id });
      return placeView(await findPlace(app.db, id), company);
    },
  }),
});
