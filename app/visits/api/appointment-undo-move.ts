import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { undoMove } from "../moves/undo-move.server";
import { changed } from "../visit";
import { ChangedVisit, UndoMove } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Undo a move made with `hold`, before its notices are sent",
    allow: allStaff,
    input: UndoMove,
    output: ChangedVisit,
    run: async ({ app, who, input }) => changed(await undoMove(app, who, input)),
  }),
});
