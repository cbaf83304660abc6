import * as z from "zod";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";
import { findCodeInfo } from "../access/code-info.server";
import { patientId } from "../order-schema";

export const { loader, action } = api({
  GET: method({
    summary: "The database of a patient's order",
    allow: "anyone",
    sessions: [...roles, "patient"],
    input: z.object({ patient_id: patientId }),
    output: z.object({ brightree_db: z.string() }),
    run: ({ app, who, input }) => findCodeInfo(app.reads, who, input.patient_id),
  }),
});
