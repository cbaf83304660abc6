import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { Refusal } from "~/core/refusal";
import { allStaff } from "~/core/who";
import { submitForm } from "~/http/page.server";
import { redirectBack } from "~/http/response/flash.server";
import type { visitFlash } from "../flash";
import { tooLateToUndo, undoMove } from "../moves/undo-move.server";
import { visitStrings } from "../strings";
import { UndoMovePage } from "../visit-pages-schema";

export const loader = () => redirect("/therapist");

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: allStaff, input: UndoMovePage }, async ({ app, who, input }) => {
    try {
      await undoMove(app, who, input);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return redirectBack<typeof visitFlash>(args, who, input.back, flashOf(error));
    }
    return redirectBack<typeof visitFlash>(args, who, input.back, "visit-moved-back");
  });

function flashOf({ message }: Refusal) {
  if (message === visitStrings.timeTaken) return "undo-time-taken";
  return message === tooLateToUndo ? "undo-too-late" : "undo-refused";
}
