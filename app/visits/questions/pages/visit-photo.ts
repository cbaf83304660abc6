import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordId } from "~/core/fields";
import { allStaff } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { requireOwnVisit } from "../../require-own-visit.server";
import { PhotoQuery, photoResponse } from "../photos/photo-response.server";

const VisitPhoto = PhotoQuery.extend({ id: recordId });

/** A photo that the patient added, for staff who may see the visit. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff, input: VisitPhoto }, async ({ app, who, input }) =>
    photoResponse(app, await requireOwnVisit(app.reads, who, input.id), input),
  );
