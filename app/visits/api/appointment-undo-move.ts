import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { undoMove } from "../moves/undo-move.server";
import { UndoMove, VisitJson } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Undo a move made with `hold`, before its notices are sent",
    allow: allStaff,
    input: UndoMove,
    output: z.object({ success: z.literal(true), appointment: VisitJson }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      appointment: await undoMove(app, who, input),
    }),
  }),
});
