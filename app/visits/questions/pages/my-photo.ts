import type { LoaderFunctionArgs } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { loadPage } from "~/http/page.server";
import { requirePatient } from "../../require-patient";
import { findActiveVisit } from "../../visits.server";
import { PhotoQuery, photoResponse } from "../photos/photo-response.server";

/** A photo that the patient added to their upcoming visit. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["patient"], input: PhotoQuery }, async ({ app, who, input }) => {
    const visit = await findActiveVisit(app.reads, requirePatient(who).orderId);
    if (!visit) throw new Refusal("missing", "Photo not found.");
    return photoResponse(app, visit, input);
  });
